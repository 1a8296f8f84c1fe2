/** Rows of documents that the ledger itself makes: issues and returns of tickets. */
import { sql } from 'kysely'
import type { RecordName } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { fromCents } from '#src/fields/money/cents.ts'
import { sumQty } from '#src/fields/quantity/quantities.ts'

/** Prefixes of document numbers (0.4). */
export type NumberCode = 'RK' | 'CK' | 'DB' | 'PD' | 'TZ' | 'XQ'

/** Which prefix the numbers of a type have. */
export const codeOf = (type: string): NumberCode =>
  type === 'transfer' ? 'DB' : type === 'valueAdjust' ? 'TZ' : type.endsWith('In') ? 'RK' : 'CK'

/** The register in which documents of a type stand. */
export const recordOf = (type: string): RecordName =>
  type === 'transfer'
    ? 'stockTransfer'
    : type === 'valueAdjust'
      ? 'stockAdjust'
      : type.endsWith('In')
        ? 'stockIn'
        : 'stockOut'

/** `RK20260311-0001`, so many at once. */
export async function nextNumbers(unit: UnitOfWork, code: NumberCode, count = 1): Promise<readonly string[]> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`
    insert into stock_number (code, day, last) values (${code}, ${day}, ${count})
    on conflict (code, day) do update set last = stock_number.last + ${count} returning last`.execute(unit.db)
  const last = rows[0]?.last ?? count
  return Array.from(
    { length: count },
    (_, index) => `${code}${day.replaceAll('-', '')}-${String(last - count + 1 + index).padStart(4, '0')}`,
  )
}

export interface TicketDocument {
  readonly type: 'issueOut' | 'returnIn'
  readonly warehouseId: number
  readonly deptId: number | null
  readonly ticketId: number
  readonly effectKey: string
  readonly reason: string
  readonly byUser: number | null
}

export interface TicketDocumentLine {
  readonly lineKey: string
  readonly itemId: number
  readonly size: string
  readonly batchId: number
  readonly qty: number
  readonly reason: string
}

/** A document of a ticket with its lines, not posted yet; ids of the lines in their order. */
export async function addTicketDocument(
  unit: UnitOfWork,
  document: TicketDocument,
  lines: readonly TicketDocumentLine[],
): Promise<{ readonly id: number; readonly no: string; readonly lineIds: readonly number[] }> {
  const now = unit.clock.now()
  const [no = ''] = await nextNumbers(unit, codeOf(document.type))
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, dept_id, state, doc_date, ticket_id, effect_key, reason, maker_id, qty, created_at, created_by, updated_at, updated_by)
    values (${no}, ${document.type}, ${document.warehouseId}, ${document.deptId}, 'approved', ${unit.clock.today()}, ${document.ticketId}, ${document.effectKey},
      ${document.reason}, ${document.byUser}, ${sumQty(lines.map(({ qty }) => qty))}, ${now}, ${document.byUser}, ${now}, ${document.byUser})
    returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  const { rows: added } = await sql<{ id: number; place: number }>`
    insert into stock_doc_line (doc_id, place, line_key, item_id, size, batch_id, batch_no, produce_date, expire_date, qty, reason)
    select ${id}::bigint, given."place", given."lineKey", given."itemId", given."size", given."batchId", t.batch_no, t.produce_date, t.expire_date, given."qty", given."reason"
    from jsonb_to_recordset(${JSON.stringify(lines.map((line, place) => ({ ...line, place })))}::jsonb) as given("place" int, "lineKey" text, "itemId" bigint,
      "size" text, "batchId" bigint, "qty" numeric, "reason" text) join stock_batch t on t.id = given."batchId" order by given."place"
    returning id, place`.execute(unit.db)
  return { id, no, lineIds: [...added].sort((a, b) => a.place - b.place).map((line) => line.id) }
}

/** Marks a document as posted with what its rows are worth; amounts of the lines become theirs. */
export async function markPosted(
  unit: UnitOfWork,
  docId: number,
  byUser: number | null,
  rows: readonly { readonly lineId: number; readonly qty: number; readonly cents: bigint }[],
  state: 'posted' | 'inTransit' = 'posted',
): Promise<string> {
  const worth = new Map<number, bigint>()
  for (const { lineId, cents } of rows) worth.set(lineId, (worth.get(lineId) ?? 0n) + cents)
  const total = rows.reduce((sum, { cents }) => sum + cents, 0n)
  const value = fromCents(total < 0n ? -total : total)
  const amounts = [...worth].map(([id, cents]) => ({ id, amount: fromCents(cents < 0n ? -cents : cents) }))
  await sql`update stock_doc_line l set amount = given."amount", price = case when l.qty > 0 then round(given."amount" / l.qty, 2) else 0 end
    from jsonb_to_recordset(${JSON.stringify(amounts)}::jsonb) as given("id" bigint, "amount" numeric) where l.id = given."id"`.execute(
    unit.db,
  )
  const now = unit.clock.now()
  const { rows: marked } = await sql<{
    type: string
  }>`update stock_doc set state = ${state}, value = ${value}, posted_at = ${now}, posted_by = ${byUser}, updated_at = ${now},
    updated_by = ${byUser}, version = version + 1 where id = ${docId} returning type`.execute(unit.db)
  for (const { type } of marked) unit.changed(recordOf(type), docId)
  return value
}
