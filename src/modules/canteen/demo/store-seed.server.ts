/** The store of the demo canteen: the deliveries of this morning, by category and vendor. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { goodOf, goodsOf, STORE } from '../ingredients/goods.server.ts'

/** Yuan for a unit, by category; what is not named costs 6. */
const prices: Readonly<Record<string, number>> = {
  grain: 6,
  meat: 36,
  aquatic: 32,
  egg: 18,
  vegetable: 5,
  fruit: 9,
  dairy: 12,
  seasoning: 14,
  frozen: 20,
}
/** Of every so many ingredients one is below its minimum. */
const LOW_EVERY = 17

/** Receives what the demo canteen works with today. */
export async function seedStore(unit: UnitOfWork, by: number): Promise<void> {
  const { rows: all } = await sql<{ category: string; ingredientId: number }>`
    select id as ingredient_id, category from ingredient order by id`.execute(unit.db)
  const { rows: people } = await sql<{ id: number }>`
    select id from shared_app_user where username = 'jiang31'`.execute(unit.db)
  const { rows: vendors } = await sql<{ id: number }>`
    select id from shared_vendor where is_canteen and state = 'active' and deleted_at is null order by id`.execute(
    unit.db,
  )
  if (vendors.length === 0 || people[0] === undefined) return
  const goods = await goodsOf(unit, all)
  const today = unit.clock.today()
  let no = 0
  for (const [place, category] of Object.keys(prices).entries()) {
    const lines = all
      .filter((one) => one.category === category)
      .map(({ ingredientId }) => {
        no += 1
        const good = goodOf(goods, { ingredientId })
        const qty = no % LOW_EVERY === 0 ? 3 : 8 + ((no * 7) % 40)
        const price = ((prices[category] ?? 6) + (no % 5) * 0.5).toFixed(2)
        return {
          ingredientId,
          itemId: good.stockItemId,
          inspection: 'ok',
          qty,
          price,
          amount: amountForQty(price, qty),
          produceDate: today,
          expireDate: addDays(today, good.shelfLifeDays),
          batchNo: `${today.replaceAll('-', '')}-${no}`,
        }
      })
    if (lines.length === 0) continue
    const posted = await unit.service(storeLedger).receive(STORE, 'purchaseIn', lines, { reason: '', byUser: by })
    await sql`
      insert into ingredient_receipt (doc_no, vendor_id, delivered_at, receiver_id, receiver2_id, lines, amount, rejected, created_at, created_by, updated_at, updated_by)
      values (${posted.no}, ${vendors[place % vendors.length]?.id ?? 0}, ${`${today} 06:30:00+08`}::timestamptz, ${by}, ${people[0].id},
        ${JSON.stringify(lines.map(({ itemId: _itemId, qty, ...line }) => ({ ...line, qty: qty.toFixed(3) })))}::jsonb,
        ${sumMoney(lines.map(({ amount }) => amount))}, 0, ${unit.clock.now()}, ${by}, ${unit.clock.now()}, ${by})`.execute(
      unit.db,
    )
  }
}
