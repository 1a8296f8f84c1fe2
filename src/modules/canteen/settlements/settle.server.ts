/** The settlement of a month: its meals become bills and stay as they are (CAN-47, decision 0081). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { endMeals } from '../service/meal-jobs.server.ts'
import { chargeBills, chargeOpenBill } from './charges.server.ts'
import type { NextSettlement } from './settlements.types.ts'

const monthOf = (day: string): string => day.slice(0, 7)
const lastDayOf = (month: string): string => addDays(`${monthOf(addDays(`${month}-01`, 31))}-01`, -1)

/** Kinds of meals that a person pays; duty meals are the bureau's, receptions are paid by their tickets. */
const billed = sql`('staff', 'guest')`

/** The month before this one, with what is still open of it and of those before. */
export async function nextSettlement(unit: UnitOfWork): Promise<NextSettlement> {
  const month = monthOf(addDays(`${monthOf(unit.clock.today())}-01`, -1))
  const { rows } = await sql<Omit<NextSettlement, 'month'>>`
    select count(*)::int as orders, count(distinct person_id)::int as people, coalesce(sum(amount), 0)::numeric(14, 2)::text as amount,
      exists (select from meal_settlement where month >= ${month}) as is_settled
    from meal_order where state in ('verified', 'noShow') and kind in ${billed} and date <= ${lastDayOf(month)}::date`.execute(
    unit.db,
  )
  return { month, ...(rows[0] ?? { orders: 0, people: 0, amount: '0.00', isSettled: false }) }
}

async function writeBills(unit: UnitOfWork, settlementId: number, month: string, by: number) {
  const now = unit.clock.now()
  const { rows } = await sql<{ amount: string }>`
    insert into meal_bill (settlement_id, month, person_id, dept_id, grant_id, guest_name, payer, ticket_id, budget_line_id, breakfast, lunch, dinner, corrected, created_at, created_by, updated_at, updated_by)
    select ${settlementId}, ${month}, e.person_id, e.dept_id, e.grant_id, max(e.guest_name), max(e.payer), max(e.ticket_id), max(e.budget_line_id),
      coalesce(sum(e.amount) filter (where e.meal_type = 'breakfast'), 0), coalesce(sum(e.amount) filter (where e.meal_type = 'lunch'), 0),
      coalesce(sum(e.amount) filter (where e.meal_type in ('dinner', 'night')), 0), sum(e.corrected), ${now}::timestamptz, ${by}, ${now}::timestamptz, ${by}
    from (
      select o.person_id, case when o.grant_id is null then u.dept_id else o.dept_id end as dept_id, o.grant_id,
        case when o.grant_id is not null then o.guest_name end as guest_name, coalesce(g.payer, 'self') as payer,
        case g.payer when 'hostDept' then g.ticket_id end as ticket_id, case g.payer when 'hostDept' then g.budget_line_id end as budget_line_id, o.meal_type, o.amount, 0 as corrected
      from meal_order o join shared_app_user u on u.id = o.person_id left join shared_access_grant g on g.id = o.grant_id
      where o.settlement_id = ${settlementId} and o.kind in ${billed}
      union all
      select c.person_id, u.dept_id, null, null, 'self', null, null, null, 0, case c.kind when 'charge' then c.amount else -c.amount end
      from meal_correction c join shared_app_user u on u.id = c.person_id where c.settlement_id = ${settlementId}) e
    group by e.person_id, e.dept_id, e.grant_id returning amount::text as amount`.execute(unit.db)
  return rows
}

const sumOf = (amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)

/** Settles a month that is over, with what was left open before it. @throws RuleError when it is not over, settled, or comes to nothing */
export async function settle(unit: UnitOfWork, month: string, by: number) {
  // Two settlements at once would share the open meals between them.
  await sql`select pg_advisory_xact_lock(hashtext('meal_settlement'))`.execute(unit.db)
  if (month >= monthOf(unit.clock.today())) throw new RuleError('meal.monthNotOver', month)
  const { rows: settled } = await sql<{ last: string | null }>`select max(month) as last from meal_settlement`.execute(
    unit.db,
  )
  const last = settled[0]?.last ?? null
  if (last !== null && month <= last) throw new RuleError('meal.settledBefore', last)
  await endMeals(unit)
  const { id } = await unit.db
    .insertInto('meal_settlement')
    .values({ month, settledAt: unit.clock.now(), settledBy: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const meals = await changing(unit, 'meal_order', { state: 'settled', settlementId: id }, by)
    .where('state', 'in', ['verified', 'noShow'])
    .where('date', '<=', lastDayOf(month))
    .executeTakeFirst()
  const corrections = await changing(unit, 'meal_correction', { settlementId: id }, by)
    .where('settlementId', 'is', null)
    .executeTakeFirst()
  if (meals.numUpdatedRows + corrections.numUpdatedRows === 0n) throw new RuleError('meal.nothingToSettle', month)
  const bills = await writeBills(unit, id, month, by)
  const uncharged = await chargeBills(unit, id, by)
  const amount = sumOf(bills.map((bill) => bill.amount))
  for (const record of ['mealOrder', 'mealBill', 'mealCorrection'] as const) unit.changed(record, null)
  unit.notify({
    to: await unit.usersWithRole('financeOfficer'),
    contentType: 'REMIND',
    title: { key: 'meal.monthSettled', params: [month, bills.length, amount] },
    link: `/restaurant/order?tab=bills&month=${month}`,
  })
  if (uncharged > 0)
    unit.notify({
      to: [...new Set([by, ...(await unit.usersWithRole('financeOfficer'))])],
      contentType: 'REMIND',
      title: { key: 'meal.hostedUncharged', params: [month, uncharged] },
      link: `/restaurant/order?tab=bills&month=${month}&payer=hostDept`,
    })
  return { orders: Number(meals.numUpdatedRows), bills: bills.length, amount }
}

export const billServer: RecordServer = {
  computed: { empNo: '(select u.emp_no from shared_app_user u where u.id = r.person_id)' },
  actions: { charge: ({ id }, _values, unit, { userId }) => chargeOpenBill(unit, id, userId) },
}

export const correctionServer: RecordServer = {
  computed: { month: '(select s.month from meal_settlement s where s.id = r.settlement_id)' },
  async beforeCreate(values, unit) {
    const { rows } = await sql<{ deptId: number }>`
      select dept_id from shared_app_user where id = ${Number(values.personId)}`.execute(unit.db)
    if (!rows[0]) throw new RuleError('check.notFound').at('personId')
    return { ...values, deptId: rows[0].deptId }
  },
}
