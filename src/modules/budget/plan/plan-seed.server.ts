import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Plans of the coming year as they stand on the day of the demo; the others have none yet. */
const coming: readonly { dept: string; state: string; grow: number; note: string | null }[] = [
  { dept: 'D02', state: 'reviewed', grow: 0.98, note: '同意，印刷费从严控制' },
  { dept: 'D04', state: 'submitted', grow: 1.04, note: null },
  { dept: 'D10', state: 'submitted', grow: 1.06, note: null },
  { dept: 'D11', state: 'returned', grow: 1.2, note: '差旅费增幅过大，请补充测算依据' },
  { dept: 'D13', state: 'draft', grow: 1, note: null },
]

const basis = '按上年执行情况、在编人数和年度重点工作测算'
/** Cuts an amount in twelve; the last month takes the cents that are left. */
const months = sql`array_append(array_fill(trunc(given.amount / 12, 2), array[11]), given.amount - 11 * trunc(given.amount / 12, 2))`

async function fill(unit: UnitOfWork, year: number, from: number, factors: readonly { dept: string; grow: number }[]) {
  await sql`
    insert into year_plan_line (plan_id, place, subject_code, kind, fund_source, qty_basis, amount, monthly, over_reason, reviewed_amount)
    select given.plan_id, given.place, given.subject_code, 'basic', given.fund_source, '', given.amount, ${months},
      case when given.amount > given.former and given.subject_code in ('30217', '30231', '31013') then '承担全省会议保障，任务量增加' else '' end,
      case when given.state in ('reviewed', 'published') then given.amount end
    from (
      select plan.id as plan_id, plan.state, line.subject_code, line.fund_source, line.approved as former, round(line.approved * factor.grow, 2) as amount,
        row_number() over (partition by plan.id order by line.subject_code)::int as place
      from jsonb_to_recordset(${JSON.stringify(factors)}::jsonb) as factor(dept text, grow numeric)
      join shared_department department on department.key = factor.dept
      join year_plan plan on plan.dept_id = department.id and plan.year = ${year}
      join budget_line line on line.dept_id = department.id and line.year = ${from}) given order by given.plan_id, given.place`.execute(
    unit.db,
  )
  await sql`
    update year_plan plan set submit_amount = sums.asked, reviewed_amount = sums.reviewed,
      published_amount = case when plan.state = 'published' then sums.reviewed end
    from (select plan_id, sum(amount) as asked, sum(reviewed_amount) as reviewed from year_plan_line group by plan_id) sums
    where sums.plan_id = plan.id and plan.year = ${year}`.execute(unit.db)
}

/** 70.3: the plans the running year's budget came from, and the coming year's on their way. */
export async function seedPlans(unit: UnitOfWork): Promise<void> {
  const year = Number(unit.clock.today().slice(0, 4))
  const now = unit.clock.now()
  const units = await sql<{ dept: string }>`
    select distinct department.key as dept from budget_line line join shared_department department on department.id = line.dept_id where line.year = ${year} order by 1`.execute(
    unit.db,
  )
  const former = units.rows.map(({ dept }) => ({ dept, state: 'published', grow: 1, note: '同意', year }))
  const plans = [...former, ...coming.map((plan) => ({ ...plan, year: year + 1 }))]
  // A published plan says how much: the sums follow with the lines.
  await sql`
    insert into year_plan (year, dept_id, basis, headcount, state, published_amount, reviewed_amount, submitted_at, review_note, published_at, created_at, created_by, updated_at)
    select given.year, department.id, ${basis}, (select count(*) from shared_app_user app_user where app_user.dept_id = department.id), given.state,
      case when given.state = 'published' then 0 end, case when given.state in ('reviewed', 'published') then 0 end,
      case when given.state <> 'draft' then case given.year when ${year} then make_date(given.year - 1, 11, 20)::timestamptz else ${now}::timestamptz - interval '5 days' end end,
      given.note, case when given.state = 'published' then make_date(given.year - 1, 12, 28)::timestamptz end,
      ${now}::timestamptz, department.leader_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as given(dept text, state text, note text, year int)
    join shared_department department on department.key = given.dept order by given.year, department.id`.execute(
    unit.db,
  )
  await fill(unit, year, year, former)
  await fill(unit, year + 1, year, coming)
}
