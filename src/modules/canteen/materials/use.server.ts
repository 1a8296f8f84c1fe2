/** Reusable materials in use: each area has what it was issued, less what was scrapped there (CAN-21, CAN-22). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Goods } from './goods.server.ts'

interface Move {
  readonly materialId: number
  /** Below zero for what leaves the area. */
  readonly qty: number
}

/** What the area has of the materials, by id. */
export async function heldIn(unit: UnitOfWork, area: string, goods: Goods): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ materialId: number; qty: number }>`
    select material_id, qty from material_use where area = ${area} and material_id = any(${[...goods.keys()]}::bigint[])`.execute(
    unit.db,
  )
  return new Map(rows.map(({ materialId, qty }) => [materialId, qty]))
}

/** Writes the moves and their sum; the caller holds the locks of the materials. */
export async function moveUse(
  unit: UnitOfWork,
  area: string,
  moves: readonly Move[],
  {
    docNo,
    byUser,
    isReturn = false,
  }: {
    readonly docNo: string | null
    readonly byUser: number
    /** What leaves the area goes back to the store; otherwise it was scrapped. */
    readonly isReturn?: boolean
  },
): Promise<void> {
  if (moves.length === 0) return
  const given = JSON.stringify(moves)
  await sql`
    insert into material_use_entry (material_id, area, qty, on_day, at, doc_no, by_user, is_return)
    select g."materialId", ${area}, g.qty, ${unit.clock.today()}::date, ${unit.clock.now()}::timestamptz, ${docNo}::text, ${byUser}::bigint, ${isReturn}
    from jsonb_to_recordset(${given}::jsonb) as g ("materialId" bigint, qty int)`.execute(unit.db)
  // What an insert proposes must satisfy the check as well, so the rows are there before they are changed.
  await sql`
    insert into material_use (material_id, area, qty)
    select g."materialId", ${area}, 0 from jsonb_to_recordset(${given}::jsonb) as g ("materialId" bigint) on conflict do nothing`.execute(
    unit.db,
  )
  await sql`
    update material_use u set qty = u.qty + g.qty from jsonb_to_recordset(${given}::jsonb) as g ("materialId" bigint, qty int)
    where u.material_id = g."materialId" and u.area = ${area}`.execute(unit.db)
}
