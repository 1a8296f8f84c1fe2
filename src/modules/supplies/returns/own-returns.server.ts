import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { stockLedger } from '#src/modules/stock/contract.ts'
import type { OwnReturn } from '../counter/counter.types.ts'

/** Rows shown at once: what is still to be returned first. */
const MAX_ROWS = 200

/** What somebody has to bring back, and what of it came back. */
export async function ownReturns(unit: UnitOfWork, { userId }: Access): Promise<readonly OwnReturn[]> {
  const { rows } = await sql<Omit<OwnReturn, 'name' | 'spec' | 'unit' | 'qtyPlaces'> & { itemId: number }>`
    select r.id, r.kind, r.item_id, r.qty::float8 as qty, r.returned_qty::float8 as returned_qty, r.due_at, r.state,
      r.state <> 'returned' and coalesce(r.due_at < ${unit.clock.today()}::date, false) as is_late, r.ticket_id, t.no as ticket_no
    from supply_return r join shared_ticket t on t.id = r.ticket_id where r.user_id = ${userId} and r.deleted_at is null
    order by r.state = 'returned', r.due_at nulls last, r.id desc limit ${MAX_ROWS}`.execute(unit.db)
  const items = new Map(
    (await unit.service(stockLedger).items([...new Set(rows.map(({ itemId }) => itemId))])).map((item) => [
      item.id,
      item,
    ]),
  )
  return rows.map(({ itemId, ...row }) => {
    const item = items.get(itemId)
    return {
      ...row,
      name: item?.name ?? '',
      spec: item?.spec ?? '',
      unit: item?.unit ?? '',
      qtyPlaces: item?.qtyPlaces ?? 0,
    }
  })
}
