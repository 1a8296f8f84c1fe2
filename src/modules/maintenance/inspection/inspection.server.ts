/** Inspections: rounds that fall due, their results, and what fails (40.3, M2). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, daysBetween } from '#src/define/days.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fileIdsIn, idIn, textIn } from '#src/fields/values.ts'
import { openOrder } from '../orders/orders.server.ts'

interface Plan {
  readonly id: number
  readonly item: string
  readonly location: string
  readonly category: string
  readonly cycleDays: number
  readonly basis: string
  readonly workerId: number
  readonly nextDue: string | null
  readonly checklist: readonly Check[]
}

/** A check as a plan has it; without unit or need of a photo in plans from before there were any. */
interface Check {
  readonly name: string
  readonly needsPhoto?: boolean
  readonly unit?: string | null
}

const columns = sql`id, item, location, category, cycle_days, basis, worker_id, next_due, checklist`
const blankResult = { needsPhoto: false, unit: null, result: null, reading: null, photos: null, note: null }
const ROUNDS = '/maintenance?tab=rounds'

/** The first day of the plan's calendar after this one. */
export function dueAfter({ nextDue, cycleDays }: Pick<Plan, 'nextDue' | 'cycleDays'>, day: string): string {
  const from = nextDue ?? day
  const missed = Math.max(0, Math.floor(daysBetween(from, day) / cycleDays))
  return addDays(from, (missed + 1) * cycleDays)
}

interface DuePlan extends Plan {
  /** Its last round is not done yet. */
  readonly isOpen: boolean
}

/** Opens the rounds that are due: one for each plan, however many days were missed; a plan whose round is still open is reminded of and gets no second one. */
export async function openRounds(unit: UnitOfWork): Promise<void> {
  const [today, now] = [unit.clock.today(), unit.clock.now()]
  const { rows: plans } = await sql<DuePlan>`
    select ${columns}, exists (select from inspect_round r where r.plan_id = p.id and r.state = 'due' and r.deleted_at is null) as is_open
    from inspect_plan p where next_due <= ${today}::date and deleted_at is null order by id for update`.execute(unit.db)
  if (plans.length === 0) return
  const rounds = plans
    .filter(({ isOpen }) => !isOpen)
    .map(({ id, nextDue, workerId, checklist }) => ({
      id,
      due: nextDue,
      worker: workerId,
      items: checklist.map((check) => ({ ...blankResult, ...check })),
    }))
  await sql`
    insert into inspect_round (plan_id, due_on, worker_id, items, created_at, updated_at)
    select g.id, g.due, g.worker, g.items, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rounds)}::jsonb) as g(id bigint, due date, worker bigint, items jsonb) order by g.id
    on conflict (plan_id, due_on) do nothing`.execute(unit.db)
  const next = plans.map((plan) => ({ id: plan.id, due: plan.basis === 'calendar' ? dueAfter(plan, today) : null }))
  await sql`
    update inspect_plan p set next_due = g.due, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as g(id bigint, due date) where p.id = g.id`.execute(
    unit.db,
  )
  for (const { workerId, item, location, isOpen } of plans)
    unit.notify({
      to: [workerId],
      contentType: 'REMIND',
      title: { key: isOpen ? 'maintenance.roundOpen' : 'maintenance.roundDue', params: [item, location] },
      link: ROUNDS,
    })
  unit.changed('inspectRound', null)
}

async function planOf(unit: UnitOfWork, roundId: number): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select ${columns} from inspect_plan where id = (select plan_id from inspect_round where id = ${roundId}) for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** A plan that goes by completion counts from now on. */
async function nextFromNow(unit: UnitOfWork, plan: Plan): Promise<void> {
  if (plan.basis !== 'completion') return
  await sql`
    update inspect_plan set next_due = ${addDays(unit.clock.today(), plan.cycleDays)}::date, version = version + 1 where id = ${plan.id}`.execute(
    unit.db,
  )
}

interface CheckResult extends Required<Check> {
  readonly result: string
  readonly reading: string | null
  readonly photos: readonly number[]
  readonly note: string | null
}

/** The checks of the round with what was written for them; what proves a check is asked for by the round as it was opened. */
function resultsOf(checks: readonly Check[], values: FormData): readonly CheckResult[] {
  const rows = rowsOf(values.items)
  if (rows.length !== checks.length) throw new RuleError('maintenance.roundIncomplete', checks.length).at('items')
  return checks.map(({ name, needsPhoto = false, unit = null }, index) => {
    const row = rows[index] ?? {}
    const [result, reading, photos] = [textIn(row.result), textIn(row.reading), fileIdsIn(row.photos)]
    if (result !== 'na' && needsPhoto && photos.length === 0)
      throw new RuleError('maintenance.photoNeeded', name).at(`items.${index}.photos`)
    if (result !== 'na' && unit && reading === '')
      throw new RuleError('maintenance.readingNeeded', name, unit).at(`items.${index}.reading`)
    return { name, needsPhoto, unit, result, reading: reading || null, photos, note: textIn(row.note) || null }
  })
}

/** What a failed check says in the order it leads to. */
const findingOf = ({ item }: Plan, { name, reading, unit, note }: CheckResult): string =>
  [item, name, reading === null ? '' : `${reading} ${unit ?? ''}`.trim(), note].filter(Boolean).join(' · ')

async function report(id: number, values: FormData, unit: UnitOfWork, access: Access): Promise<void> {
  const byUser = access.userId
  const plan = await planOf(unit, id)
  const { rows } = await sql<{
    items: readonly Check[]
  }>`select items from inspect_round where id = ${id}`.execute(unit.db)
  const items = resultsOf(rows[0]?.items ?? [], values)
  const failed = items.filter(({ result }) => result === 'fail')
  await unit.service(fileLinks).link(
    access,
    'inspectRound',
    id,
    items.flatMap(({ photos }) => photos),
  )
  const now = unit.clock.now()
  await sql`
    update inspect_round set state = 'done', items = ${JSON.stringify(items)}::jsonb, failed = ${failed.length}, done_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
  const { rows: people } = await sql<{ name: string; deptId: number; mobile: string }>`
    select u.name, u.dept_id, p.mobile from shared_app_user u join shared_app_user_personal p on p.id = u.id where u.id = ${byUser}`.execute(
    unit.db,
  )
  const reporter = people[0]
  for (const check of failed)
    await openOrder(unit, {
      source: 'inspection',
      ticketId: null,
      category: plan.category,
      roomId: null,
      location: plan.location,
      assetId: null,
      description: findingOf(plan, check),
      urgency: 'normal',
      photos: check.photos,
      applicantId: byUser,
      deptId: reporter?.deptId ?? 0,
      contactName: reporter?.name ?? '',
      mobile: reporter?.mobile ?? '',
      workerId: null,
      vendorId: null,
      planAt: null,
      estimate: null,
      roundId: id,
      needsPhoto: check.needsPhoto,
      byUser,
    })
  await nextFromNow(unit, plan)
}

/** A plan without checks of its own takes those of its template. */
async function withChecks(values: FormData, unit: UnitOfWork): Promise<FormData> {
  if (rowsOf(values.checklist).length > 0) return values
  const { rows } = await sql<{ checklist: FormData['checklist'] }>`
    select checklist from inspect_template where id = ${idIn(values.templateId)}::bigint and deleted_at is null`.execute(
    unit.db,
  )
  if (!rows[0]) throw new RuleError('maintenance.checksNeeded').at('checklist')
  return { ...values, checklist: rows[0].checklist ?? null }
}

/** What those who keep the plans choose among. */
export const inspectTemplateServer: RecordServer = { pickable: () => sql`r.deleted_at is null` }

export const inspectPlanServer: RecordServer = {
  pickable: () => sql`r.deleted_at is null`,
  beforeCreate: withChecks,
  beforeUpdate: (values, _row, unit) => withChecks(values, unit),
  async beforeRemove(row, unit) {
    const { rows } = await sql`
      select 1 from inspect_round where plan_id = ${row.id} and state = 'due' and deleted_at is null limit 1`.execute(
      unit.db,
    )
    if (rows.length > 0) throw new RuleError('maintenance.roundStillOpen')
  },
}

export const inspectRoundServer: RecordServer = {
  actions: {
    report: ({ id }, values, unit, access) => report(id, values, unit, access),
    async skip({ id }, { reason }, unit) {
      const plan = await planOf(unit, id)
      await sql`
        update inspect_round set state = 'skipped', skip_reason = ${String(reason)}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 where id = ${id}`.execute(
        unit.db,
      )
      await nextFromNow(unit, plan)
    },
  },
}

export const inspectionJobs: readonly JobDefinition[] = [
  { name: 'maintenance.rounds', every: { at: '06:00', missed: 'once' }, run: openRounds },
]
