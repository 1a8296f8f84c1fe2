/** Pieces that people have been issued and not given back, worn out or lost. */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

export interface HeldRow {
  readonly id: number
  readonly userId: number
  readonly itemId: number
  readonly qty: number
  readonly cycleStart: string
  readonly nextDueAt: string | null
}

/** What is left of each issue, the oldest first. */
export async function heldRows(unit: UnitOfWork, userIds: readonly number[]): Promise<readonly HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select id, user_id, item_id, qty - returned_qty - ended_qty as qty, cycle_start, next_due_at from clothing_issue
    where user_id = any(${[...userIds]}::bigint[]) and qty > returned_qty + ended_qty order by at, id`.execute(unit.db)
  return rows
}

/** Ends so many of the oldest pieces of an item; answers the last of them, whose cycle a replacement takes over. */
export async function endPieces(
  unit: UnitOfWork,
  userId: number,
  itemId: number,
  qty: number,
): Promise<{ readonly ended: number; readonly last: HeldRow | null }> {
  const own = (await heldRows(unit, [userId])).filter((row) => row.itemId === itemId)
  let [left, last]: [number, HeldRow | null] = [qty, null]
  for (const row of own) {
    const taken = Math.min(left, row.qty)
    if (taken === 0) break
    await sql`update clothing_issue set ended_qty = ended_qty + ${taken}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${row.id}`.execute(
      unit.db,
    )
    left -= taken
    last = row
  }
  return { ended: qty - left, last }
}
