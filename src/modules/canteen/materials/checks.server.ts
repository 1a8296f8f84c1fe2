/** Safety checks: due in a cycle, reminded and offered to supervision when overdue (CAN-24). */
import { sql } from 'kysely'
import { addDays, dayOf } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { supervisionOffers } from '#src/modules/supervision/contract.ts'

/** Days before its day on which a check is shown as due. */
const DUE_DAYS = 7

interface Cycle {
  readonly id: number
  readonly checkCycleDays: number | null
  readonly lastCheckedOn: string | null
  readonly checkState: string | null
  readonly createdAt: Date
}

/** How a check stands on a day: overdue from the day after its day, due so many days before. */
export const checkStateOf = (nextCheckOn: string, today: string, dueDays = DUE_DAYS): 'ok' | 'due' | 'overdue' =>
  nextCheckOn < today ? 'overdue' : nextCheckOn <= addDays(today, dueDays) ? 'due' : 'ok'

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
      await sql`
        update canteen_material set last_checked_on = case when ${result === 'ok'} then ${today}::date else last_checked_on end,
          check_state = case when ${result === 'ok'} then null else 'fault' end, version = version + 1, updated_at = ${unit.clock.now()}, updated_by = ${userId}
        where id = ${id}`.execute(unit.db)
      await planCheck(unit, id)
      for (const record of ['materialCheckItem', 'materialCheck', 'canteenMaterial'] as const)
        unit.changed(record, null)
    },
  },
}

/** A check that was not done on its day. */
export interface OverdueCheck {
  readonly id: number
  readonly name: string
  readonly nextCheckOn: string
  readonly createdBy: number | null
}

/** How overdue checks of a kind are reported. */
export interface CheckReport {
  readonly title: 'rule.CAN-24' | 'canteen.safetyMissed'
  /** The list they stand in. */
  readonly place: string
  /** Tells their offers apart from those of other kinds. */
  readonly keyOf: (check: OverdueCheck) => string
}

/** Reminds those who run the canteen of each check and offers it to supervision, once for each key. */
export async function reportOverdue(
  unit: UnitOfWork,
  checks: readonly OverdueCheck[],
  { title: key, place, keyOf }: CheckReport,
): Promise<void> {
  if (checks.length === 0) return
  const keepers = await unit.usersWithRole('canteenManager')
  const supervisors = await unit.usersWithRole('supervisor')
  const handlerOf = ({ createdBy }: OverdueCheck): number | null => keepers[0] ?? createdBy
  const { rows: handlers } = await sql<{ id: number; deptId: number }>`
    select id, dept_id from shared_app_user where id = any(${checks.map(handlerOf)}::bigint[])`.execute(unit.db)
  for (const check of checks.toSorted((a, b) => a.id - b.id)) {
    const { id, name, nextCheckOn } = check
    const title = { key, params: [name, nextCheckOn] }
    if (keepers.length > 0) unit.notify({ to: keepers, contentType: 'REMIND', title, link: `${place}&id=${id}` })
    const handler = handlers.find((one) => one.id === handlerOf(check))
    if (handler === undefined) continue
    const link = await unit.service(supervisionOffers).offer({
      kind: 'materialCheck',
      subject: `${name} ${nextCheckOn}`,
      deptId: handler.deptId,
      handlerId: handler.id,
      ticketId: null,
      key: keyOf(check),
    })
    if (link !== null && supervisors.length > 0) unit.notify({ to: supervisors, contentType: 'REMIND', title, link })
  }
}

/** Shows what is due or overdue by today; a fault that is not overdue stays one. */
async function moveStates(unit: UnitOfWork, today: string): Promise<void> {
  const state = sql`case when next_check_on < ${today}::date then 'overdue' else 'due' end`
  const { rows } = await sql`
    update canteen_material set check_state = ${state}
    where check_cycle_days is not null and is_used and deleted_at is null and next_check_on <= ${addDays(today, DUE_DAYS)}::date
      and (next_check_on < ${today}::date or check_state is distinct from 'fault') and check_state is distinct from ${state}
    returning id`.execute(unit.db)
  if (rows.length > 0) unit.changed('materialCheckItem', null)
}

/** CAN-24: once for each day that was missed, on the day after it or the first run after that. */
export async function remindChecks(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  await moveStates(unit, today)
  const { rows } = await sql<OverdueCheck>`
    update canteen_material set reminded_for = next_check_on
    where check_cycle_days is not null and is_used and deleted_at is null and next_check_on < ${today}::date
      and reminded_for is distinct from next_check_on returning id, name, next_check_on, created_by`.execute(unit.db)
  await reportOverdue(unit, rows, {
    title: 'rule.CAN-24',
    place: '/restaurant/materials?tab=checks',
    keyOf: ({ id, nextCheckOn }) => `${id} ${nextCheckOn}`,
  })
}

export const checkJobs: readonly JobDefinition[] = [
  { name: 'canteen.materialChecks', every: { at: '08:00', missed: 'once' }, run: remindChecks },
]
