/** Cards of pieces that were bought (50.9): one for each, idle, with the number of their purchase. */
import { sql } from 'kysely'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { lifeYearsOf, serialCategories } from '../asset-life.ts'
import type { NewCard } from '../contract.ts'
import { nextAssetNo } from '../document-numbers.server.ts'
import { classOf } from '../reports/classes.server.ts'
import { changeAssets, lockAssets, type Mover } from './asset-moves.server.ts'
import { planAssets } from './asset-plan.server.ts'

export async function registerCards(mover: Mover, cards: readonly NewCard[]): Promise<readonly number[]> {
  const { unit, userId } = mover
  const now = unit.clock.now()
  const ids: number[] = []
  for (const card of cards) {
    const sn = card.sn.trim()
    const isSerial = serialCategories.includes(card.category)
    if (isSerial && sn === '') throw new RuleError('asset.serialNeeded', card.name).at('openItems')
    if (isSerial) await refuseTaken(mover, card.category, sn)
    const { rows } = await sql<{ id: number }>`
      insert into asset (asset_no, name, category, gb_code, item_id, model, sn, source, vendor_id, purchase_no, buy_date, start_date, price, life_years, dept_id, state, created_at, created_by, updated_at, updated_by)
      values (${await nextAssetNo(unit)}, ${card.name.slice(0, 60)}, ${card.category}, ${await classOf(unit, card.category, card.name)}, ${card.itemId}, ${card.model.slice(0, 60)}, ${sn}, 'purchase',
        ${card.vendorId}, ${card.purchaseNo}, ${card.buyDate}, ${card.buyDate}, ${card.price}, ${lifeYearsOf(card.category)}, ${card.deptId}, 'draft', ${now}, ${userId}, ${now}, ${userId})
      returning id`.execute(unit.db)
    ids.push(rows[0]?.id ?? 0)
  }
  await changeAssets(mover, await lockAssets(unit, ids), 'post', sql`state = 'idle'`, cards[0]?.purchaseNo ?? '')
  await planAssets(unit, ids)
  return ids
}

async function refuseTaken({ unit }: Mover, category: string, sn: string): Promise<void> {
  const { rows } = await sql<{ assetNo: string }>`
    select asset_no from asset where category = ${category} and lower(btrim(sn)) = lower(${sn}) and deleted_at is null order by id limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new ValidationError({ openItems: [{ key: 'asset.serialTaken', params: [rows[0].assetNo] }] })
}
