/** Depreciation of the cards: the plan at registration and at a change of price, and the months as they end (E1, AST-16). */

import { sql } from 'kysely'
import { addMonths } from '#src/define/days.ts'
import { listOf } from '#src/define/problem.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { type DepreciationBasis, type DepreciationPlan, planDepreciation } from '../depreciation.ts'

interface Basis {
  readonly id: number
  readonly price: string
  readonly isNominal: boolean
  readonly residualRate: string
  readonly lifeYears: number
  readonly method: string
  readonly startDate: string
  readonly depreciated: string
  readonly depreciatedTo: string | null
  readonly openingMonth: string | null
}

const cents = (amount: string): number => Number(toCents(amount))
const yuan = (amount: number): string => fromCents(BigInt(amount))
export const beginningOf = (unit: UnitOfWork): DepreciationBasis['begins'] =>
  unit.settings.string('asset.depreciationStart') === 'nextMonth' ? 'nextMonth' : 'sameMonth'

function planOf(row: Basis, begins: DepreciationBasis['begins']): DepreciationPlan | null {
  if (row.isNominal || row.method === 'none') return null
  return planDepreciation({
    price: cents(row.price),
    residualRate: Number(row.residualRate),
    lifeYears: row.lifeYears,
    startMonth: row.startDate.slice(0, 7),
    begins,
    opening: cents(row.depreciated),
    openingMonth: row.depreciatedTo ?? row.openingMonth,
  })
}

/** Lays down what each coming month is charged, from the figures as they are; months that were posted stay (AST-14). */
export async function planAssets(unit: UnitOfWork, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<Basis>`
    select id, price, is_nominal, residual_rate, life_years, method, start_date, depreciated, depreciated_to, opening_month from asset
    where id = any(${[...ids]}::bigint[]) order by id`.execute(unit.db)
  const begins = beginningOf(unit)
  const plans = rows.map((row) => {
    const plan = planOf(row, begins)
    return {
      id: row.id,
      from: plan?.firstMonth ?? null,
      to: plan?.lastMonth ?? null,
      monthly: plan === null ? null : yuan(plan.monthly),
      total: plan === null ? null : yuan(plan.total),
    }
  })
  await sql`
    update asset set depreciates_from = given."from", depreciates_to = given."to", monthly = given.monthly, plan_total = given.total, plan_before = asset.depreciated
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as given(id bigint, "from" text, "to" text, monthly numeric, total numeric) where asset.id = given.id`.execute(
    unit.db,
  )
}

/** What is still on the books in a month: disposed of or lost in it means no charge. */
const onTheBooks = (month: string) => sql`asset.deleted_at is null and asset.state <> 'draft'
  and (asset.disposed_on is null or to_char(asset.disposed_on, 'YYYY-MM') > ${month})`

/** What the plan of a card comes to by the end of a month. */
const planned = (month: string) => sql`case when asset.depreciates_to <= ${month} then asset.plan_total
  else asset.monthly * ((left(${month}, 4)::int - left(asset.depreciates_from, 4)::int) * 12 + right(${month}, 2)::int - right(asset.depreciates_from, 2)::int + 1) end`

/**
 * Charges one month; running it again changes nothing. A card that was entered late is charged with the months it missed as well,
 * in the same row: months that were posted stay as they are. Answers the numbers of assets whose figures do not fit.
 */
async function postMonth(unit: UnitOfWork, month: string): Promise<readonly string[]> {
  const now = unit.clock.now()
  const due = sql`
    select asset.id, asset.dept_id, asset.asset_no, asset.price, asset.depreciated, ${planned(month)} - (asset.depreciated - asset.plan_before) as amount
    from asset where ${onTheBooks(month)} and asset.depreciates_from <= ${month}
      and (asset.depreciated_to is null or asset.depreciated_to < least(${month}, asset.depreciates_to))`
  const { rows } = await sql<{ assetNo: string }>`
    with due as (${due}),
    posted as (
      insert into asset_depreciation (asset_id, dept_id, month, amount, accumulated, net_value, at)
      select id, dept_id, ${month}, amount, depreciated + amount, price - depreciated - amount, ${now}::timestamptz from due
      where amount >= 0 and depreciated + amount <= price on conflict do nothing returning asset_id, accumulated),
    counted as (
      update asset set depreciated = posted.accumulated, depreciated_to = ${month} from posted where asset.id = posted.asset_id returning asset.id)
    select asset_no from due where not (amount >= 0 and depreciated + amount <= price) order by asset_no`.execute(
    unit.db,
  )
  return rows.map(({ assetNo }) => assetNo)
}

/** Charges every month that has ended and was not charged yet. Assets that could not be charged are named to their managers; the others are. */
export async function postDepreciation(
  unit: UnitOfWork,
): Promise<{ readonly month: string; readonly refused: readonly string[] }> {
  const last = addMonths(unit.clock.today().slice(0, 7), -1)
  const { rows } = await sql<{ first: string | null }>`
    select greatest(min(greatest(depreciates_from, to_char(to_date(depreciated_to, 'YYYY-MM') + interval '1 month', 'YYYY-MM'))),
      (select to_char(to_date(max(month), 'YYYY-MM') + interval '1 month', 'YYYY-MM') from asset_depreciation)) as first from asset
    where deleted_at is null and state <> 'draft' and depreciates_from is not null and (depreciated_to is null or depreciated_to < depreciates_to)
      and (depreciated_to is null or depreciated_to < ${last})`.execute(unit.db)
  const first = rows[0]?.first ?? null
  const refused = new Set<string>()
  if (first !== null)
    for (let month = first; month <= last; month = addMonths(month, 1))
      for (const assetNo of await postMonth(unit, month)) refused.add(assetNo)
  if (refused.size > 0)
    unit.notify({
      to: await unit.usersWithRole('assetManager'),
      contentType: 'REMIND',
      title: { key: 'asset.depreciationRefused', params: [listOf([...refused].slice(0, 5)), refused.size] },
      link: '/stockmanage/asset?tab=depreciation',
    })
  unit.changed('assetDepreciation', null)
  unit.changed('asset', null)
  return { month: last, refused: [...refused] }
}

export const depreciationJob: JobDefinition = {
  name: 'asset.depreciation',
  every: { at: '02:10', missed: 'each' },
  run: async (unit) => void (await postDepreciation(unit)),
}
