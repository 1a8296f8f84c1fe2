/** The rows of projects and of what belongs to them: numbers, sums, revisions. */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { parseScaled } from '#src/fields/decimal/scaled.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'
import {
  declare,
  finish,
  include,
  moveProject,
  type ProjectRow,
  readProject,
  review,
  sendBack,
  start,
  takeOut,
} from './project-moves.server.ts'
import { moneyColumns, refreshLights } from './standing.server.ts'

const asProject = (row: object): ProjectRow => row as ProjectRow

/** `XM{yyyy}{4}` of the year of the declaration (0.4). */
async function nextNo(unit: UnitOfWork): Promise<string> {
  const { rows } = await sql<{ next: string }>`select lpad(nextval('project_no')::text, 4, '0') as next`.execute(
    unit.db,
  )
  return `XM${unit.clock.today().slice(0, 4)}${rows[0]?.next}`
}

/** Quantity times price in yuan, rounded half up to the cent. */
function amountOf(item: FormData): string {
  const quantity = parseScaled(item.qty, 2) ?? 0n
  return fromCents((quantity * toCents(String(item.price)) + 50n) / 100n)
}

const MAX_MONTHS = 36
const FULL_WEIGHT = 100
const YEARS_AHEAD = 3

const monthsBetween = (from: string, to: string): number => {
  const [a = 0, b = 0] = from.split('-').map(Number)
  const [c = 0, d = 0] = to.split('-').map(Number)
  return (c - a) * 12 + d - b + 1
}

/** Indicators a project has at least. */
const MIN_KPIS = 3
/** Above this a feasibility study is attached (30.4), in yuan. */
const STUDY_FROM = '500000.00'

/** What a project needs before anybody judges it; a draft, or one out of a spreadsheet, may still lack it. */
function needComplete(project: FormData): void {
  const kpis = rowsOf(project.kpis)
  if (kpis.length < MIN_KPIS) throw new RuleError('project.fewKpis', MIN_KPIS)
  const weight = kpis.reduce((sum, kpi) => sum + Number(kpi.weight), 0)
  if (weight !== FULL_WEIGHT) throw new RuleError('project.weight', weight)
  if (rowsOf(project.fundItems).length === 0) throw new RuleError('project.noItems')
  const hasStudy = Array.isArray(project.feasibility) && project.feasibility.length > 0
  if (!hasStudy && compareMoney(String(project.declareAmount), STUDY_FROM) > 0)
    throw new RuleError('project.noStudy', STUDY_FROM)
}

/** What the form says of itself: the cycle, the names, the sums. */
async function checked(values: FormData, unit: UnitOfWork, deptId: number): Promise<FormData> {
  const months = monthsBetween(String(values.startMonth), String(values.endMonth))
  if (months < 1 || months > MAX_MONTHS)
    throw new ValidationError({ endMonth: [{ key: 'project.months', params: [MAX_MONTHS] }] })
  const current = Number(unit.clock.today().slice(0, 4))
  const year = Number(values.planYear)
  if (year < current || year > current + YEARS_AHEAD)
    throw new ValidationError({ planYear: [{ key: 'project.year', params: [current, current + YEARS_AHEAD] }] })
  const names = rowsOf(values.milestones).map((milestone) => milestone.name)
  if (new Set(names).size < names.length) throw new ValidationError({ milestones: [{ key: 'project.milestoneTwice' }] })
  const owner = await sql<{
    deptId: number
  }>`select dept_id from shared_app_user where id = ${Number(values.ownerId)}`.execute(unit.db)
  const own = await sql`with recursive below as (
      select ${deptId}::bigint as id union all select d.id from shared_department d join below on d.parent = below.id)
    select 1 from below where id = ${owner.rows[0]?.deptId ?? 0}`.execute(unit.db)
  if (own.rows.length === 0) throw new ValidationError({ ownerId: [{ key: 'project.otherDept' }] })
  const fundItems = rowsOf(values.fundItems).map((item) => ({ ...item, amount: amountOf(item) }))
  return { ...values, fundItems, declareAmount: sumMoney(fundItems.map((item) => item.amount)) }
}

/** The rows of the milestones follow the form; what is done stays. */
async function syncMilestones(row: ProjectRow & FormData, unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const given = JSON.stringify(rowsOf(row.milestones))
  await sql`update project_milestone set deleted_at = ${now} where project_id = ${row.id} and deleted_at is null and done_date is null
    and name not in (select m ->> 'name' from jsonb_array_elements(${given}::jsonb) m)`.execute(unit.db)
  await sql`insert into project_milestone (project_id, dept_id, name, plan_date, pay_pct, created_at, updated_at)
    select ${row.id}, ${row.deptId}, m ->> 'name', (m ->> 'planDate')::date, coalesce((m ->> 'payPct')::int, 0), ${now}::timestamptz, ${now}::timestamptz
    from jsonb_array_elements(${given}::jsonb) m
    on conflict (project_id, name) where deleted_at is null do update set plan_date = excluded.plan_date, pay_pct = excluded.pay_pct, updated_at = excluded.updated_at`.execute(
    unit.db,
  )
  unit.changed('projectMilestone', null)
}

const followed = ['name', 'content', 'goal', 'kpis', 'fundItems', 'milestones', 'startMonth', 'endMonth', 'ownerId']

/** BUD-43: what was in the library changes by a revision, and is reviewed again when it asks for more. */
async function revise(
  before: ProjectRow & FormData,
  row: ProjectRow & FormData,
  unit: UnitOfWork,
  access: Access,
): Promise<void> {
  const changed = followed.filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(row[name] ?? null))
  await sql`insert into project_revision (project_id, dept_id, no, amount_before, amount_after, changed, by_user, at)
    select id, dept_id, revision + 1, ${before.declareAmount}::numeric, ${row.declareAmount}::numeric, ${changed.join(', ')}, ${access.userId}, ${unit.clock.now()}
    from project where id = ${row.id}`.execute(unit.db)
  unit.changed('projectRevision', null)
  const isMore = compareMoney(row.declareAmount, before.declareAmount) > 0
  if (isMore)
    await moveProject(unit, row.id, 'declared', sql`, revision = revision + 1, round = round + 1, library_at = null`)
  else await moveProject(unit, row.id, 'inLibrary', sql`, revision = revision + 1`)
}

/** Projects of alias `r` whose department has its budget with the person's own (70.1): those their money may be charged for. */
const ofUnit = ({ departmentId }: Access) => sql<SqlBool>`r.dept_id in (
  with recursive up as (
    select id, parent, is_budget_unit, 0 as step from shared_department where id = ${departmentId}
    union all select d.id, d.parent, d.is_budget_unit, up.step + 1 from shared_department d join up on d.id = up.parent and not up.is_budget_unit),
  unit as (
    select id from up where is_budget_unit
    union all select d.id from shared_department d join unit on d.parent = unit.id and not d.is_budget_unit)
  select id from unit)`

/** Projects of alias `r` a person reports on. */
const mayReport = (access: Access) => reachedBy(access, 'projectExec:Update', { department: 'r.dept_id' })

export const projectRecord: RecordServer = {
  computed: {
    // Until they are evaluated the indicators stand there to be filled in.
    kpiResults: `coalesce(r.kpi_results, (select jsonb_agg(jsonb_build_object('name', k ->> 'name', 'value', null, 'score', null)) from jsonb_array_elements(r.kpis) k))`,
  },
  async beforeCreate(values, unit, access) {
    return {
      ...(await checked(values, unit, access.departmentId)),
      deptId: access.departmentId,
      no: await nextNo(unit),
    }
  },
  async beforeUpdate(values, row, unit) {
    const before = row as unknown as ProjectRow & FormData & { reviewAmount: string | null }
    const next = await checked({ ...before, ...values }, unit, before.deptId)
    const declareAmount = String(next.declareAmount)
    if (before.state === 'inLibrary') needComplete(next)
    const isAbove = before.reviewAmount !== null && compareMoney(before.reviewAmount, declareAmount) > 0
    return {
      ...values,
      fundItems: next.fundItems,
      declareAmount,
      ...(isAbove && { reviewAmount: declareAmount }),
    }
  },
  async afterWrite(row, unit, access, before) {
    const now = row as unknown as ProjectRow & FormData
    await syncMilestones(now, unit)
    if (before?.state === 'inLibrary') await revise(before as unknown as ProjectRow & FormData, now, unit, access)
  },
  actions: {
    async submit(row, _values, unit) {
      needComplete(row as unknown as FormData)
      await declare(asProject(row), unit)
    },
    review: (row, values, unit, access) => review(asProject(row), values, unit, access),
    sendBack: (row, values, unit) => sendBack(asProject(row), values, unit),
    include: (row, _values, unit) => include(asProject(row), unit),
    start: (row, _values, unit) => start(asProject(row), unit),
    finish: (row, values, unit) => finish(asProject(row), values, unit),
    takeOut: (row, values, unit) => takeOut(asProject(row), values, unit),
    async prioritise(row, values, unit) {
      await sql`update project set priority = ${Number(values.priority)}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${row.id}`.execute(
        unit.db,
      )
    },
  },
  pickable: (access) =>
    sql<SqlBool>`r.state in ('inBudget', 'executing') and (${ofUnit(access)} or ${mayReport(access)})`,
}

export const projectExecRecord: RecordServer = {
  computed: {
    ...moneyColumns,
    nextMilestone: `(select m.plan_date || ' ' || m.name from project_milestone m where m.project_id = r.id and m.done_date is null and m.deleted_at is null order by m.plan_date, m.id limit 1)`,
  },
  actions: { start: (row, _values, unit) => start(asProject(row), unit) },
}

export const milestoneRecord: RecordServer = {
  async beforeUpdate(values, row, unit) {
    const { state } = await readProject(unit, Number((row as unknown as { projectId: number }).projectId))
    if (state !== 'inBudget' && state !== 'executing') throw new RuleError('project.stateInvalid')
    return values
  },
  async afterWrite(row, unit) {
    await refreshLights(unit, Number((row as unknown as { projectId: number }).projectId))
    unit.changed('projectExec', null)
  },
}

/** What the reports of the months around one say; null where there is none. */
async function progressAround(
  unit: UnitOfWork,
  projectId: number,
  month: string,
): Promise<{ readonly before: number | null; readonly after: number | null }> {
  const { rows } = await sql<{ before: number | null; after: number | null }>`
    select max(progress) filter (where month < ${month}) as before, min(progress) filter (where month > ${month}) as after
    from project_report where project_id = ${projectId} and deleted_at is null`.execute(unit.db)
  return rows[0] ?? { before: null, after: null }
}

/** BUD-51: one report a month, never behind the month before nor, where it comes late, ahead of the month after; not of the time to come. */
export const reportRecord: RecordServer = {
  async beforeCreate(values, unit, access) {
    const project = await readProject(unit, Number(values.projectId))
    const reached = await sql`select from project r where r.id = ${project.id} and ${mayReport(access)}`.execute(
      unit.db,
    )
    if (reached.rows.length === 0) throw new ValidationError({ projectId: [{ key: 'check.notFound' }] })
    if (project.state !== 'executing') throw new RuleError('project.stateInvalid')
    if (String(values.month) > unit.clock.today().slice(0, 7))
      throw new ValidationError({ month: [{ key: 'project.monthAhead' }] })
    // Reports of one project are written one after the other.
    await sql`select from project where id = ${project.id} for update`.execute(unit.db)
    const { before, after } = await progressAround(unit, project.id, String(values.month))
    const progress = Number(values.progress)
    if (before !== null && progress < before)
      throw new ValidationError({ progress: [{ key: 'check.atLeast', params: [before] }] })
    if (after !== null && progress > after)
      throw new ValidationError({ progress: [{ key: 'check.atMost', params: [after] }] })
    return { ...values, deptId: project.deptId }
  },
  async afterWrite(row, unit) {
    const report = row as unknown as { projectId: number }
    // A project is as far as the report of its last month says, whichever came last.
    await sql`update project set progress = (select progress from project_report where project_id = project.id and deleted_at is null order by month desc limit 1), updated_at = ${unit.clock.now()}, version = version + 1 where id = ${report.projectId}`.execute(
      unit.db,
    )
    await refreshLights(unit, report.projectId)
    unit.changed('projectExec', null)
  },
}
