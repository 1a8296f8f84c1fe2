import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { periodOf } from './periods.ts'

const units = ['D02', 'D03', 'D10', 'D11', 'D12', 'D13']
const subjects = ['30201', '30202', '30205', '30206', '30207', '30211', '30216', '30239', '30299'] as const
/** Days of a month on which the payments of its lines are planned, one every third day. */
const dayOf = (place: number): string => String(4 + place * 3).padStart(2, '0')
const MONTHS = 12

/** Past months are closed, the running one is executed, the next approved, the one after waits, the rest are drafts. */
function stateOf(month: number, current: number): string {
  if (month < current) return 'closed'
  if (month === current) return 'executing'
  if (month === current + 1) return 'approved'
  return month === current + 2 ? 'submitted' : 'draft'
}

/** 70.3: 72 fund plans, six budget units by twelve months. */
export async function seedFundPlans(unit: UnitOfWork): Promise<void> {
  const year = Number(unit.clock.today().slice(0, 4))
  const current = Number(unit.clock.today().slice(5, 7))
  const now = unit.clock.now()
  const { rows } = await sql<{ dept: string; subject: string; id: number; share: string }>`
    select department.key as dept, line.subject_code as subject, line.id, trunc(line.approved / 12, 0) + 0.00 as share
    from budget_line line join shared_department department on department.id = line.dept_id
    where line.year = ${year} and department.key = any(${units}::text[]) and line.subject_code = any(${[...subjects]}::text[])`.execute(
    unit.db,
  )
  const plans = Array.from({ length: MONTHS }, (_, index) => index + 1).flatMap((month) =>
    units.map((dept, place) => {
      const period = periodOf(year, 'month', month)
      const state = stateOf(month, current)
      const items = subjects.flatMap((subject, step) => {
        const line = rows.find((row) => row.dept === dept && row.subject === subject)
        const amount = Number(line?.share ?? 0).toFixed(2)
        const planDate = `${period?.starts.slice(0, 8)}${dayOf(step)}`
        return line === undefined
          ? []
          : [
              {
                budgetLineId: line.id,
                planAmount: amount,
                planDate,
                payeeType: 'corporate',
                purpose: '日常运行支出',
                approvedAmount: amount,
              },
            ]
      })
      const total = items.reduce((sum, item) => sum + Number(item.planAmount), 0).toFixed(2)
      const isApproved = ['closed', 'executing', 'approved'].includes(state)
      return {
        no: `YK${year}${String((month - 1) * units.length + place + 1).padStart(4, '0')}`,
        dept,
        month,
        state,
        items,
        total,
        isApproved,
        ...period,
      }
    }),
  )
  await sql`
    insert into fund_plan (no, year, dept_id, period_type, period, starts, ends, items, plan_amount, approved_amount, explain, state, created_at, created_by, updated_at)
    select given.no, ${year}, department.id, 'month', given.month, given.starts, given.ends, given.items, given.total,
      case when given."isApproved" then given.total end, case when given.month > 1 then '上月部分合同付款顺延至本月办理' end, given.state,
      ${now}::timestamptz, department.leader_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as given(no text, dept text, month int, state text, items jsonb, total numeric, "isApproved" boolean, starts date, ends date)
    join shared_department department on department.key = given.dept order by given.no`.execute(unit.db)
}
