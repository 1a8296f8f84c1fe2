/** Fund plans: what may be planned, what may be approved, what happens by the day (BUD-31 to BUD-35). */
import { sql } from 'kysely'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { addMoney, compareMoney, printMoney, sumMoney } from '#src/fields/money/cents.ts'
import { type Period, periodOf } from './periods.ts'

/** Execution below or above which the next plan explains itself (BUD-35), in percent. */
const MIN_RATE = 80
const MAX_RATE = 110
/** Days after its end on which a plan is closed (BUD-33). */
const CLOSE_DAYS = 5

const spent = `case e.type when 'consume' then e.amount else -e.amount end`
/** Movements of ledger alias `e` within the period of alias `r`. */
export const inPeriod = `e.type in ('consume', 'refund') and e.at >= (r.starts::timestamp at time zone 'Asia/Shanghai') and e.at < ((r.ends + 1)::timestamp at time zone 'Asia/Shanghai')`
const actual = `(select coalesce(sum(${spent}), 0)::numeric(14,2) from budget_ledger e
  where e.line_id in (select (i ->> 'budgetLineId')::bigint from jsonb_array_elements(r.items) i) and ${inPeriod})`
const execRate = `round(${actual} * 100 / nullif(r.approved_amount, 0), 1)`

interface Plan extends Period {
  readonly id: number
  readonly no: string
  readonly year: number
  readonly deptId: number
  readonly createdBy: number
  readonly state: string
  readonly explain: string | null
  readonly items: readonly FormData[]
}
const asPlan = (row: object): Plan => row as Plan

/** `YK{yyyy}{4}` (0.4); the lock keeps two from taking the same. */
async function nextNo(unit: UnitOfWork, year: number): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('fundPlan.no'))`.execute(unit.db)
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(substr(no, 7)::int), 0) + 1 as next from fund_plan where no like ${`YK${year}%`}`.execute(
    unit.db,
  )
  return `YK${year}${String(rows[0]?.next ?? 1).padStart(4, '0')}`
}

interface Room {
  readonly id: number
  readonly deptId: number
  readonly shared: boolean
  readonly year: number
  readonly rest: string
}

/** What lines have left beside the other open plans of the year. */
async function roomOf(
  unit: UnitOfWork,
  ids: readonly number[],
  planId: number | null,
): Promise<ReadonlyMap<number, Room>> {
  const { rows } = await sql<Room>`
    select line.id, line.dept_id, line.scope = 'shared' as shared, line.year, (line.approved + line.adjust - line.frozen - line.used - coalesce((
      select sum(coalesce((i ->> 'approvedAmount')::numeric, (i ->> 'planAmount')::numeric)) from fund_plan plan, jsonb_array_elements(plan.items) i
      where plan.deleted_at is null and plan.state <> 'closed' and plan.id is distinct from ${planId}::bigint and plan.ends >= ${unit.clock.today()}::date
        and (i ->> 'budgetLineId')::bigint = line.id), 0))::numeric(14,2) as rest
    from budget_line line where line.id = any(${[...ids]}::bigint[]) and line.deleted_at is null`.execute(unit.db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The items of a plan: days within it, lines one may charge, amounts the lines still have. */
async function checked(values: FormData, unit: UnitOfWork, deptId: number, planId: number | null): Promise<FormData> {
  const year = Number(values.year)
  const period = periodOf(year, values.periodType === 'quarter' ? 'quarter' : 'month', Number(values.period))
  if (period === null) throw new ValidationError({ period: [{ key: 'fundPlan.period' }] })
  const overlap =
    await sql`select 1 from fund_plan where dept_id = ${deptId} and deleted_at is null and id is distinct from ${planId}::bigint
    and daterange(starts, ends, '[]') && daterange(${period.starts}::date, ${period.ends}::date, '[]')`.execute(unit.db)
  if (overlap.rows.length > 0) throw new RuleError('rule.BUD-31', period.starts, period.ends)
  const items = rowsOf(values.items)
  const room = await roomOf(
    unit,
    items.map((item) => Number(item.budgetLineId)),
    planId,
  )
  const taken = new Map<number, string>()
  const problems: Record<string, Problem[]> = {}
  for (const [index, item] of items.entries()) {
    const lineId = Number(item.budgetLineId)
    const line = room.get(lineId)
    const date = String(item.planDate)
    if (date < period.starts || date > period.ends)
      problems[`items.${index}.planDate`] = [{ key: 'fundPlan.outside', params: [period.starts, period.ends] }]
    if (line === undefined || line.year !== year || (!line.shared && line.deptId !== deptId)) {
      problems[`items.${index}.budgetLineId`] = [{ key: 'budget.lineUnknown' }]
      continue
    }
    const sum = addMoney(taken.get(lineId) ?? '0.00', String(item.planAmount))
    taken.set(lineId, sum)
    if (compareMoney(sum, line.rest) > 0)
      problems[`items.${index}.planAmount`] = [{ key: 'fundPlan.aboveRest', params: [line.rest] }]
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return {
    ...values,
    ...period,
    planAmount: sumMoney(items.map((item) => String(item.planAmount))),
    items: items.map((item) => ({ ...item, approvedAmount: item.planAmount ?? null })),
  }
}

async function move(unit: UnitOfWork, id: number, state: string, more = sql``): Promise<void> {
  await sql`update fund_plan set state = ${state}, updated_at = ${unit.clock.now()}, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('fundPlan', id)
}

/** BUD-35: after a plan that went far beside its approval, the next one says why. */
async function submit(plan: Plan, unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ no: string; rate: string | null }>`
    select r.no, ${sql.raw(execRate)} as rate from fund_plan r where r.dept_id = ${plan.deptId} and r.deleted_at is null
      and r.ends < ${plan.starts} and r.ends < ${unit.clock.today()} and r.state in ('executing', 'closed') order by r.ends desc limit 1`.execute(
    unit.db,
  )
  const former = rows[0]
  const rate = former?.rate === null || former === undefined ? null : Number(former.rate)
  const isExplained = (plan.explain ?? '').length > 0
  if (former !== undefined && rate !== null && (rate < MIN_RATE || rate > MAX_RATE) && !isExplained)
    throw new RuleError('rule.BUD-35', former.no, rate)
  await move(unit, plan.id, 'submitted', sql`, reason = null`)
}

/** BUD-32: the approved amounts of a month stay within its quota. */
async function needQuota(unit: UnitOfWork, plan: Plan, items: readonly FormData[]): Promise<void> {
  const quotas = unit.settings.json<Readonly<Record<string, number>>>('fundPlan.quota')
  await sql`select pg_advisory_xact_lock(hashtext('fundPlan.quota'))`.execute(unit.db)
  const months = new Map<string, string>()
  for (const item of items) {
    const month = String(item.planDate).slice(0, 7)
    months.set(month, addMoney(months.get(month) ?? '0.00', String(item.approvedAmount)))
  }
  for (const [month, own] of months) {
    const quota = quotas[String(Number(month.slice(5)))]
    if (quota === undefined) continue
    const { rows } = await sql<{ sum: string }>`
      select coalesce(sum((i ->> 'approvedAmount')::numeric), 0)::numeric(14,2) as sum from fund_plan other, jsonb_array_elements(other.items) i
      where other.deleted_at is null and other.id <> ${plan.id} and other.state in ('approved', 'executing', 'closed')
        and other.starts <= ${plan.ends} and other.ends >= ${plan.starts} and left(i ->> 'planDate', 7) = ${month}`.execute(
      unit.db,
    )
    const sum = addMoney(rows[0]?.sum ?? '0.00', own)
    if (compareMoney(sum, quota.toFixed(2)) > 0) throw new RuleError('rule.BUD-32', month, sum, quota.toFixed(2))
  }
}

async function tellAuthor(unit: UnitOfWork, plan: Plan, key: 'fundPlan.approved' | 'fundPlan.returned'): Promise<void> {
  unit.notify({
    to: [plan.createdBy],
    contentType: 'REMIND',
    title: { key, params: [plan.no] },
    link: `/business/financial-planning/${plan.id}`,
  })
}

async function approve(plan: Plan, values: FormData, unit: UnitOfWork): Promise<void> {
  const given = rowsOf(values.items)
  if (given.length !== plan.items.length) throw new ValidationError({ items: [{ key: 'fundPlan.everyItem' }] })
  const items = plan.items.map((item, index) => ({ ...item, approvedAmount: given[index]?.approvedAmount ?? null }))
  const above = items.findIndex(
    (item) => compareMoney(String(item.approvedAmount), String((item as FormData).planAmount)) > 0,
  )
  if (above >= 0)
    throw new ValidationError({
      [`items.${above}.approvedAmount`]: [
        { key: 'check.atMost', params: [printMoney(String((items[above] as FormData).planAmount))] },
      ],
    })
  await needQuota(unit, plan, items)
  await move(
    unit,
    plan.id,
    'approved',
    sql`, items = ${JSON.stringify(items)}::jsonb, approved_amount = ${sumMoney(items.map((item) => String(item.approvedAmount)))}`,
  )
  await tellAuthor(unit, plan, 'fundPlan.approved')
}

export const fundPlanRecord: RecordServer = {
  computed: { actual, execRate },
  async beforeCreate(values, unit, access) {
    const deptId = await unitOf(unit, access.departmentId)
    return { ...(await checked(values, unit, deptId, null)), deptId, no: await nextNo(unit, Number(values.year)) }
  },
  async beforeUpdate(values, row, unit) {
    const plan = asPlan(row)
    const next = await checked({ ...(row as unknown as FormData), ...values }, unit, plan.deptId, plan.id)
    return { ...values, items: next.items, planAmount: next.planAmount }
  },
  actions: {
    submit: (row, _values, unit) => submit(asPlan(row), unit),
    approve: (row, values, unit) => approve(asPlan(row), values, unit),
    async sendBack(row, values, unit) {
      await move(unit, row.id, 'returned', sql`, reason = ${String(values.reason)}`)
      await tellAuthor(unit, asPlan(row), 'fundPlan.returned')
    },
    close: (row, _values, unit) => move(unit, row.id, 'closed'),
  },
}

/** The budget unit whose lines a department charges (70.1). */
async function unitOf(unit: UnitOfWork, departmentId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select id, parent, is_budget_unit, 0 as step from shared_department where id = ${departmentId}
      union all select d.id, d.parent, d.is_budget_unit, up.step + 1 from shared_department d join up on d.id = up.parent)
    select id from up where is_budget_unit order by step limit 1`.execute(unit.db)
  if (!rows[0]) throw new RuleError('budget.lineUnknown')
  return rows[0].id
}

/** BUD-33: approved plans begin with their period and close five days after it. */
export async function turnPlans(unit: UnitOfWork): Promise<void> {
  const [today, now] = [unit.clock.today(), unit.clock.now()]
  const started = await sql`update fund_plan set state = 'executing', updated_at = ${now}, version = version + 1
    where state = 'approved' and starts <= ${today} and deleted_at is null returning id`.execute(unit.db)
  const ended = await sql`update fund_plan set state = 'closed', updated_at = ${now}, version = version + 1
    where state = 'executing' and ends + ${CLOSE_DAYS}::int < ${today}::date and deleted_at is null returning id`.execute(
    unit.db,
  )
  if (started.rows.length + ended.rows.length > 0) unit.changed('fundPlan', null)
}

export const fundJobs: readonly JobDefinition[] = [
  { name: 'budget.fundPlans', every: { at: '00:05', missed: 'once' }, run: turnPlans },
]
