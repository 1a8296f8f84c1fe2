/** The states of a year plan (30.2): what may happen to it and what follows. */
import { sql } from 'kysely'
import { type Problems, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { compareMoney, sumMoney } from '#src/fields/money/cents.ts'
import { projects } from '#src/modules/projects/contract.ts'
import { budgetLedger } from '../contract.ts'
import { formerLines, linesOf, type PlanRow } from './plan-access.server.ts'
import { faultsOf, growthsOf, scaledMonths } from './year-plan-lines.ts'

const former = (column: string): string =>
  `(select coalesce(sum(${column}), 0) from budget_line l where l.year = r.year - 1 and l.dept_id = r.dept_id and l.deleted_at is null)`
const approved = former('l.approved + l.adjust')

/** Faults of lines as problems of the sheet's cells. */
export const cellProblems = (faults: ReturnType<typeof faultsOf>): Problems =>
  Object.fromEntries(
    faults.map(({ line, column, fault }) => [`lines.${line}.${column}`, [{ key: `yearPlan.fault.${fault}` }]]),
  )

export async function movePlan(unit: UnitOfWork, id: number, state: string, more = sql``): Promise<void> {
  const now = unit.clock.now()
  await sql`update year_plan set state = ${state}, updated_at = ${now}, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
  unit.changed('yearPlan', id)
}

async function leaderOf(
  unit: UnitOfWork,
  { deptId, createdBy }: Pick<PlanRow, 'deptId' | 'createdBy'>,
): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select leader_id as id from shared_department where id = ${deptId} and leader_id is not null`.execute(unit.db)
  return [...new Set([...rows.map((row) => row.id), createdBy])]
}

/** A message to those who wrote the plan. */
export async function tellDepartment(
  unit: UnitOfWork,
  plan: PlanRow,
  key: 'yearPlan.returned' | 'yearPlan.published' | 'yearPlan.reopened',
): Promise<void> {
  unit.notify({
    to: await leaderOf(unit, plan),
    contentType: 'REMIND',
    title: { key, params: [plan.year] },
    link: `/business/year-planning?tab=plans&plan=${plan.id}`,
  })
}

async function submit(plan: PlanRow, unit: UnitOfWork): Promise<void> {
  const lines = await linesOf(unit, plan.id)
  if (lines.length === 0) throw new RuleError('yearPlan.empty')
  const before = await formerLines(unit, plan)
  const faults = faultsOf(lines, before, true)
  const unexplained = faults.filter(({ fault }) => fault === 'reason')
  const [growth] = growthsOf(lines, before).filter(({ subjectCode }) =>
    unexplained.some(({ line }) => lines[line]?.subjectCode === subjectCode),
  )
  if (growth)
    throw new RuleError(
      'rule.BUD-22',
      { dictionary: 'budgetSubject', value: growth.subjectCode },
      growth.amount,
      growth.former,
    ).with({ lines: unexplained.map(({ line }) => line) })
  if (faults.length > 0) throw new ValidationError(cellProblems(faults))
  await movePlan(unit, plan.id, 'submitted', sql`, submitted_at = ${unit.clock.now()}, reviewed_amount = null`)
  await sql`update budget_year set state = 'reviewing', updated_at = ${unit.clock.now()}, version = version + 1
    where year = ${plan.year} and state = 'preparing'`.execute(unit.db)
  unit.changed('budgetYear', null)
}

/** BUD-24, BUD-25: gives out the whole plan in one transaction; the year is locked first, so that two departments do not both fit below the control total. */
async function publish(plan: PlanRow, unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ state: string; controlTotal: string | null }>`
    select state, control_total from budget_year where year = ${plan.year} for update`.execute(unit.db)
  const year = rows[0]
  if (!year || year.state === 'closed') throw new RuleError('budget.yearClosed', plan.year)
  const lines = (await linesOf(unit, plan.id)).filter(
    ({ reviewedAmount }) => reviewedAmount !== null && compareMoney(reviewedAmount, '0.00') > 0,
  )
  await unit.service(budgetLedger).open(
    lines.map((line) => {
      const amount = line.reviewedAmount ?? line.amount
      return {
        year: plan.year,
        deptId: plan.deptId,
        subjectCode: line.subjectCode,
        kind: line.kind,
        projectId: line.projectId,
        fundSource: line.fundSource,
        approved: amount,
        monthly: compareMoney(amount, line.amount) === 0 ? line.monthly : scaledMonths(line.monthly, amount),
      }
    }),
    { ticketId: null, effectKey: `yearPlan.${plan.id}` },
  )
  await unit.service(projects).include(lines.flatMap(({ projectId }) => projectId ?? []))
  const total = await sql<{ sum: string }>`select coalesce(sum(approved), 0)::numeric(14,2) as sum from budget_line
    where year = ${plan.year} and deleted_at is null`.execute(unit.db)
  const sum = total.rows[0]?.sum ?? '0.00'
  if (year.controlTotal !== null && compareMoney(sum, year.controlTotal) > 0)
    throw new RuleError('rule.BUD-25', plan.year, sum, year.controlTotal)
  const now = unit.clock.now()
  const given = sumMoney(lines.map((line) => line.reviewedAmount ?? '0.00'))
  await movePlan(unit, plan.id, 'published', sql`, published_amount = ${given}, published_at = ${now}`)
  if (year.state !== 'executing')
    await sql`update budget_year set state = 'executing', open_at = ${now}, updated_at = ${now}, version = version + 1 where year = ${plan.year}`.execute(
      unit.db,
    )
  unit.changed('budgetYear', null)
  await tellDepartment(unit, plan, 'yearPlan.published')
}

/** The years a plan may be made for exist from the first plan on. */
async function prepareYear(unit: UnitOfWork, year: number): Promise<void> {
  const now = unit.clock.now()
  await sql`insert into budget_year (year, state, created_at, updated_at) values (${year}, 'preparing', ${now}, ${now}) on conflict (year) do nothing`.execute(
    unit.db,
  )
}

/** People of the department and of those below it that have no budget of their own (70.1). */
const headcount = sql`
  with recursive below as (
    select id from shared_department where id = plan.dept_id
    union all select d.id from shared_department d join below on d.parent = below.id where not d.is_budget_unit and d.deleted_at is null)
  select count(*)::int from shared_app_user u where u.dept_id in (select id from below) and u.state and u.deleted_at is null`

export const yearPlanRecord: RecordServer = {
  computed: {
    lastYearApproved: approved,
    lastYearExec: former('l.used'),
    change: `round((r.submit_amount - ${approved}) * 100 / nullif(${approved}, 0), 1)`,
  },
  async beforeCreate(values, unit) {
    const current = Number(unit.clock.today().slice(0, 4))
    const [year, deptId] = [Number(values.year), Number(values.deptId)]
    if (year !== current && year !== current + 1)
      throw new ValidationError({ year: [{ key: 'yearPlan.year', params: [current, current + 1] }] })
    const department = await sql<{
      isBudgetUnit: boolean
    }>`select is_budget_unit from shared_department where id = ${deptId}`.execute(unit.db)
    if (department.rows[0]?.isBudgetUnit !== true) throw new ValidationError({ deptId: [{ key: 'yearPlan.noUnit' }] })
    const held =
      await sql`select 1 from year_plan where year = ${year} and dept_id = ${deptId} and deleted_at is null`.execute(
        unit.db,
      )
    if (held.rows.length > 0) throw new RuleError('rule.BUD-21', year)
    await prepareYear(unit, year)
    const people = await sql<{
      count: number
    }>`select (${headcount}) as count from (values (${deptId}::bigint)) as plan(dept_id)`.execute(unit.db)
    return { ...values, headcount: people.rows[0]?.count ?? 0 }
  },
  actions: {
    submit: (row, _values, unit) => submit(row as unknown as PlanRow, unit),
    publish: (row, _values, unit) => publish(row as unknown as PlanRow, unit),
    async reopen(row, _values, unit) {
      const plan = row as unknown as PlanRow
      await movePlan(unit, plan.id, 'draft', sql`, reviewed_amount = null`)
      await tellDepartment(unit, plan, 'yearPlan.reopened')
    },
  },
}
