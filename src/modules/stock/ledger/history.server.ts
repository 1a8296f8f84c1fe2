/** What was issued before, for limits of new requests (STK-11, STK-12). */
import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

export async function valuesOf(
  unit: UnitOfWork,
  ticketIds: readonly number[],
): Promise<readonly { readonly ticketId: number; readonly value: string }[]> {
  const { rows } = await sql<{ ticketId: number; value: string }>`
    select ticket_id, sum(value - returned_value)::numeric(16,2) as value from stock_issue
    where ticket_id = any(${[...ticketIds]}::bigint[]) group by ticket_id order by ticket_id`.execute(unit.db)
  return rows
}

export async function heldSince(
  unit: UnitOfWork,
  personId: number,
  itemIds: readonly number[],
  day: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ itemId: number }>`
    select distinct item_id from stock_issue where person_id = ${personId} and at >= (${day}::date at time zone 'Asia/Shanghai')
      and item_id = any(${[...itemIds]}::bigint[]) and returned_qty < qty order by item_id`.execute(unit.db)
  return rows.map(({ itemId }) => itemId)
}

export async function expiriesOf(
  unit: UnitOfWork,
  batchIds: readonly number[],
): Promise<readonly { readonly batchNo: string; readonly expireDate: string }[]> {
  const { rows } = await sql<{ batchNo: string; expireDate: string }>`
    select batch_no, expire_date from stock_batch where id = any(${[...batchIds]}::bigint[]) and expire_date is not null
    order by expire_date, id`.execute(unit.db)
  return rows
}
