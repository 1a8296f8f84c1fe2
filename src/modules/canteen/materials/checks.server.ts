/** Safety checks: due in a cycle, reminded and offered to supervision when overdue (CAN-24). */
import { sql } from 'kysely'
import { addDays, dayOf } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'

/** Days before its day on which a check is shown as due. */
export const DUE_DAYS = 7

interface Cycle {
  readonly id: number
  readonly checkCycleDays: number | null
  readonly lastCheckedOn: string | null
  readonly checkState: string | null
  readonly createdAt: Date
}

export type CheckState = 'ok' | 'due' | 'overdue' | 'fault'

/** How a check stands on a day: overdue from the day after its day. */
export const checkStateOf = (nextCheckOn: string, today: string): Exclude<CheckState, 'fault'> =>
  nextCheckOn < today ? 'overdue' : nextCheckOn <= addDays(today, DUE_DAYS) ? 'due' : 'ok'

/** Works out when the material is checked next; the first cycle begins on the day it was entered. */
export async function planCheck(unit: UnitOfWork, id: number): Promise<void> {
  const { rows } = await sql<Cycle>`
    select id, check_cycle_days, last_checked_on, check_state, created_at from canteen_material where id = ${id} for update`.execute(
    unit.db,
  )
  const cycle = rows[0]
  if (cycle === undefined) return
  const { checkCycleDays: days, lastCheckedOn, checkState, createdAt } = cycle
  const next = days === null ? null : addDays(lastCheckedOn ?? dayOf(createdAt), days)
  const found = next === null ? null : checkStateOf(next, unit.clock.today())
  const state = found !== null && found !== 'overdue' && checkState === 'fault' ? 'fault' : found
  await sql`update canteen_material set next_check_on = ${next}::date, check_state = ${state}::text where id = ${id}`.execute(
    unit.db,
  )
}

export const checkItemServer: RecordServer = {
  actions: {
    async check({ id }, { result, note, photo }, unit, { userId }) {
      const { rows } = await sql`
        select from canteen_material where id = ${id} and check_cycle_days is not null and deleted_at is null for update`.execute(
        unit.db,
      )
      if (rows.length === 0) throw new RuleError('version.conflict')
      const today = unit.clock.today()
      await adding(
        unit,
        'material_check',
        {
          materialId: id,
          checkedOn: today,
          result: String(result),
          note: textIn(note) || null,
          photo: fileIdsIn(photo),
          checkedBy: userId,
        },
        userId,
      ).execute()
      // A fault leaves the day as it is: the next cycle begins with the check that is passed.
      if (result === 'ok')
        await sql`update canteen_material set last_checked_on = ${today}::date, check_state = null where id = ${id}`.execute(
          unit.db,
        )
      else await sql`update canteen_material set check_state = 'fault' where id = ${id}`.execute(unit.db)
      await planCheck(unit, id)
      await sql`update canteen_material set version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${userId}
        where id = ${id}`.execute(unit.db)
      for (const record of ['materialCheckItem', 'materialCheck', 'canteenMaterial'] as const)
        unit.changed(record, null)
    },
  },
}

interface Overdue {
  readonly id: number
  readonly name: string
  readonly nextCheckOn: string
  readonly createdBy: number | null
}

/** CAN-24: once for each day that was missed, on the day after it or the first run after that. */
export async function remindChecks(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  await sql`
    update canteen_material set check_state = case when next_check_on < ${today}::date then 'overdue' else 'due' end
    where check_cycle_days is not null and deleted_at is null and next_check_on <= ${addDays(today, DUE_DAYS)}::date
      and check_state is distinct from 'fault' and check_state is distinct from case when next_check_on < ${today}::date then 'overdue' else 'due' end`.execute(
    unit.db,
  )
  const { rows } = await sql<Overdue>`
    update canteen_material set reminded_for = next_check_on, check_state = 'overdue'
    where check_cycle_days is not null and deleted_at is null and next_check_on < ${today}::date
      and reminded_for is distinct from next_check_on returning id, name, next_check_on, created_by`.execute(unit.db)
  if (rows.length === 0) return
  unit.changed('materialCheckItem', null)
  const keepers = await unit.usersWithRole('canteenManager')
  const supervisors = await unit.usersWithRole('supervisor')
  for (const material of rows.toSorted((a, b) => a.id - b.id)) await report(unit, material, keepers, supervisors)
}

async function report(
  unit: UnitOfWork,
  { id, name, nextCheckOn, createdBy }: Overdue,
  keepers: readonly number[],
  supervisors: readonly number[],
): Promise<void> {
  const title = { key: 'rule.CAN-24' as const, params: [name, nextCheckOn] }
  if (keepers.length > 0)
    unit.notify({ to: keepers, contentType: 'REMIND', title, link: `/restaurant/materials?tab=checks&id=${id}` })
  const { rows } = await sql<{ id: number; deptId: number }>`
    select id, dept_id from shared_app_user where id = any(${[...keepers, ...(createdBy === null ? [] : [createdBy])]}::bigint[])
    order by array_position(${[...keepers]}::bigint[], id) nulls last limit 1`.execute(unit.db)
  const keeper = rows[0]
  if (keeper === undefined) return
  const link = await unit.service(supervisionOffers).offer({
    kind: 'materialCheck',
    subject: `${name} ${nextCheckOn}`,
    deptId: keeper.deptId,
    handlerId: keeper.id,
    ticketId: null,
    key: `${id} ${nextCheckOn}`,
  })
  if (link !== null && supervisors.length > 0) unit.notify({ to: supervisors, contentType: 'REMIND', title, link })
}

export const checkJobs: readonly JobDefinition[] = [
  { name: 'canteen.materialChecks', every: { at: '08:00', missed: 'once' }, run: remindChecks },
]
