/** What a leaver still has of the stores (AST-13, 90.A1): loans that are to be brought back, and clothing that is still in its cycle. */
import { sql } from 'kysely'
import { defineHolding, type HeldCount } from '#src/define/holdings.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'

interface Piece {
  readonly itemId: number
  readonly qty: number
}

/** Items that are named. */
const NAMES = 10

/** Pieces by item, named with their quantity. */
async function heldOf(unit: UnitOfWork, pieces: readonly Piece[]): Promise<HeldCount> {
  const named = pieces.slice(0, NAMES).map(({ itemId }) => itemId)
  const items = await unit.service(stockLedger).items(named)
  return {
    count: sumQty(pieces.map(({ qty }) => qty)),
    names: items.map(({ id, name }) => `${name} × ${pieces.find(({ itemId }) => itemId === id)?.qty ?? 0}`),
  }
}

/** Keepers recover what was lent, or is to come back for another reason. */
const loans = defineHolding({
  key: 'supplyLoans',
  async find(unit, userId) {
    const { rows } = await sql<Piece>`
      select item_id, sum(qty - returned_qty)::float8 as qty from supply_return
      where user_id = ${userId} and state <> 'returned' and deleted_at is null group by item_id order by item_id`.execute(
      unit.db,
    )
    return heldOf(unit, rows)
  },
  async release(unit, userId) {
    const { rows } = await sql<{ id: number }>`
      update supply_return set state = 'recovery', updated_at = ${unit.clock.now()}, version = version + 1
      where user_id = ${userId} and state <> 'returned' and deleted_at is null returning id`.execute(unit.db)
    if (rows.length === 0) return
    unit.changed('supplyReturn', null)
    const keepers = await unit.usersWithRole('warehouseKeeper')
    const name = (await unit.namesOf([userId])).get(userId) ?? ''
    if (keepers.length > 0)
      unit.notify({
        to: keepers,
        contentType: 'REMIND',
        title: { key: 'supplies.leaverOwes', params: [name, rows.length] },
        link: '/stockmanage/issueCounter?tab=returns',
      })
  },
})

/** Shown, so that it is asked for; what is worn is not booked back by itself. */
const clothing = defineHolding({
  key: 'clothing',
  async find(unit, userId) {
    const { rows } = await sql<Piece>`
      select item_id, sum(qty - returned_qty - ended_qty)::int as qty from clothing_issue
      where user_id = ${userId} and qty > returned_qty + ended_qty and (next_due_at is null or next_due_at > ${unit.clock.today()}::date)
      group by item_id order by item_id`.execute(unit.db)
    return heldOf(unit, rows)
  },
})

export const supplyHoldings = [loans, clothing]
