/** A fund plan beside what was really paid (30.3), and the reminder to who has none. */

import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import { dayOf, momentText } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { notFound } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { addMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { patterns } from '#src/fields/text/text.ts'
import { inPeriod } from './fund-plan.server.ts'
import { type Period, weekOf, weeksOf } from './periods.ts'

interface Item {
  readonly budgetLineId: number
  readonly planAmount: string
  readonly approvedAmount: string | null
  readonly planDate: string
}
interface Plan extends Period {
  readonly id: number
  readonly state: string
  readonly items: readonly Item[]
}
interface Entry {
  readonly id: number
  readonly lineId: number
  readonly at: Date
  readonly amount: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
  readonly title: string | null
  readonly subjectCode: string
}

async function findPlan(unit: UnitOfWork, access: Access, id: number): Promise<Plan> {
  const reach = reachedBy(access, 'fundPlan:Retrieve', { department: 'dept_id' })
  const { rows } = await sql<Plan>`select id, state, starts, ends, items from fund_plan
    where id = ${id} and deleted_at is null and ${reach}`.execute(unit.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Money that moved in the period on the planned lines and on the other lines of the department. */
async function entriesOf(unit: UnitOfWork, id: number): Promise<readonly Entry[]> {
  const { rows } = await sql<Entry>`
    select e.id, e.line_id, e.at, case e.type when 'consume' then e.amount else -e.amount end as amount, e.ticket_id, ticket.no as ticket_no, ticket.title, line.subject_code
    from fund_plan r join budget_line line on line.deleted_at is null and line.year = r.year
        and (line.dept_id = r.dept_id or line.id in (select (i ->> 'budgetLineId')::bigint from jsonb_array_elements(r.items) i))
      join budget_ledger e on e.line_id = line.id and ${sql.raw(inPeriod)} left join shared_ticket ticket on ticket.id = e.ticket_id
    where r.id = ${id} order by e.at, e.id`.execute(unit.db)
  return rows
}

const approvedOf = ({ approvedAmount, planAmount }: Item): string => approvedAmount ?? planAmount

/** Movements that took a line beyond what was approved for it, each with that part of its amount (BUD-34): their sum is what the line spent beyond. */
function unplannedOf(entries: readonly Entry[], items: readonly Item[]): readonly Entry[] {
  const rest = new Map<number, string>()
  for (const item of items)
    rest.set(item.budgetLineId, addMoney(rest.get(item.budgetLineId) ?? '0.00', approvedOf(item)))
  const beyond = (left: string): string => (left.startsWith('-') ? left.slice(1) : '0.00')
  return entries.flatMap((entry) => {
    const before = rest.get(entry.lineId) ?? '0.00'
    const after = subtractMoney(before, entry.amount)
    rest.set(entry.lineId, after)
    const amount = subtractMoney(beyond(after), beyond(before))
    return amount === '0.00' ? [] : [{ ...entry, amount }]
  })
}

async function executionOf(unit: UnitOfWork, access: Access, id: number) {
  const plan = await findPlan(unit, access, id)
  const entries = await entriesOf(unit, id)
  const planned = new Set(plan.items.map((item) => item.budgetLineId))
  const onPlan = entries.filter((entry) => planned.has(entry.lineId))
  const unplanned = unplannedOf(entries, plan.items)
  const amountsOf = (list: readonly Entry[]): string => sumMoney(list.map((entry) => entry.amount))
  return {
    lines: [...planned].map((lineId) => ({
      lineId,
      approved: sumMoney(plan.items.filter((item) => item.budgetLineId === lineId).map(approvedOf)),
      actual: amountsOf(entries.filter((entry) => entry.lineId === lineId)),
    })),
    weeks: weeksOf(plan).map((week) => ({
      week,
      plan: sumMoney(plan.items.filter((item) => weekOf(item.planDate) === week).map(approvedOf)),
      actual: amountsOf(onPlan.filter((entry) => weekOf(dayOf(entry.at)) === week)),
    })),
    unplannedTotal: amountsOf(unplanned),
    unplanned: unplanned.map((entry) => ({ ...entry, at: momentText(entry.at) })),
  }
}

/** Reminds the leaders of the budget units that have submitted nothing for the month; answers how many those are. */
async function remind(unit: UnitOfWork, month: string): Promise<{ reminded: number }> {
  const { rows } = await sql<{ leaderId: number | null }>`
    select d.leader_id from shared_department d where d.is_budget_unit and d.deleted_at is null and not exists (
      select 1 from fund_plan plan where plan.dept_id = d.id and plan.deleted_at is null and plan.state not in ('draft', 'returned')
        and ${`${month}-01`}::date between plan.starts and plan.ends) order by d.id`.execute(unit.db)
  for (const { leaderId } of rows) {
    if (leaderId === null) continue
    unit.notify({
      to: [leaderId],
      contentType: 'REMIND',
      title: { key: 'fundPlan.remind', params: [month] },
      link: '/business/financial-planning',
    })
  }
  return { reminded: rows.length }
}

export const fundRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/budget/fund_plan/:id/execution/',
    permission: 'fundPlan:Retrieve',
    params: z.object({ id: z.coerce.number().int().positive() }),
    handle: ({ unit, access, params: { id } }) => executionOf(unit, access, id),
  }),
  route({
    method: 'POST',
    url: '/api/budget/fund_remind/',
    operation: operation('budget.remindFunds'),
    permission: 'fundPlan:Review',
    body: z.strictObject({ month: z.string().regex(patterns.month) }),
    handle: ({ unit, body }) => remind(unit, body.month),
  }),
]
