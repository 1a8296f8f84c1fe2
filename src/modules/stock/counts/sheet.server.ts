/** The sheet of a count: reading it, and writing down what was counted. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import { operation, rowOf } from '#src/define/operations/operations.ts'
import { notFound, permissionDenied, RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { refuseFiner } from '../contract.ts'
import { differenceOf, type Look, needsSecond } from '../ledger/counting.ts'
import type { CountSheet, CountSheetLine, OpenStockCount } from './count.types.ts'

export interface CountRow {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly warehouseId: number
  readonly isBlind: boolean
  readonly counterIds: readonly number[]
  readonly secondAbove: string
}

export interface CountLine {
  readonly id: number
  readonly batchId: number
  readonly itemId: number
  readonly code: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly qtyPlaces: number
  readonly size: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly bin: string | null
  readonly barcodes: readonly string[]
  readonly snapshotQty: number
  /** What the books say now. */
  readonly bookQty: number
  readonly firstQty: number | null
  readonly firstExpected: number | null
  readonly firstBy: number | null
  readonly firstName: string | null
  readonly secondQty: number | null
  readonly secondExpected: number | null
  readonly secondBy: number | null
  readonly secondName: string | null
  readonly reason: string
  /** Average price in yuan, or the reference price. */
  readonly price: string
}

export async function readCount(unit: UnitOfWork, id: number): Promise<CountRow> {
  const { rows } = await sql<CountRow>`
    select id, no, state, warehouse_id, is_blind, counter_ids, second_above from stock_count where id = ${id} and deleted_at is null`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

type CountLineRow = Omit<CountLine, 'firstName' | 'secondName'>

export async function countLines(
  unit: UnitOfWork,
  countId: number,
  language: Language = 'zhHans',
): Promise<readonly CountLine[]> {
  const { rows } = await sql<CountLineRow>`
    select l.id, l.batch_id, t.item_id, i.code, i.name, i.spec, i.unit, i.qty_places::int as qty_places, t.size, t.batch_no, t.expire_date, bin.code as bin,
      array_remove(array(select b.code from stock_barcode b where b.item_id = i.id and b.size = t.size and b.deleted_at is null) || i.barcode || i.code, null) as barcodes,
      l.snapshot_qty::float8 as snapshot_qty, t.qty::float8 as book_qty, l.first_qty::float8 as first_qty, l.first_expected::float8 as first_expected, l.first_by,
      l.second_qty::float8 as second_qty, l.second_expected::float8 as second_expected, l.second_by, l.reason,
      coalesce(round(v.value / nullif(v.qty, 0), 2), i.price)::numeric(14,2) as price
    from stock_count_line l join stock_batch t on t.id = l.batch_id join stock_item i on i.id = t.item_id left join stock_value v on v.item_id = i.id
      left join stock_bin bin on bin.id = t.bin_id
    where l.count_id = ${countId} order by bin.walk_order nulls last, bin.code nulls last, i.code, t.size, t.expire_date nulls last, l.id`.execute(
    unit.db,
  )
  const names = await unit.namesOf(
    rows.flatMap(({ firstBy, secondBy }) => [firstBy, secondBy]),
    language,
  )
  return rows.map((row) => ({
    ...row,
    firstName: names.get(row.firstBy) ?? null,
    secondName: names.get(row.secondBy) ?? null,
  }))
}

const look = (qty: number | null, expected: number | null): Look | null =>
  qty === null ? null : { qty, expected: expected ?? 0 }
export const firstLook = (line: CountLine): Look | null => look(line.firstQty, line.firstExpected)
export const secondLook = (line: CountLine): Look | null => look(line.secondQty, line.secondExpected)
export const isUndecided = (line: CountLine, limit: string): boolean =>
  needsSecond(firstLook(line), secondLook(line), line.price, limit)

function shownLine(line: CountLine, count: CountRow, access: Access): CountSheetLine {
  const isHidden = count.isBlind && count.state === 'counting' && !access.may('stock:Approve')
  const difference = differenceOf(firstLook(line), secondLook(line))
  const { id, code, name, spec, unit, qtyPlaces, size, batchNo, expireDate, bin, barcodes, reason } = line
  return {
    id,
    code,
    name,
    spec,
    unit,
    qtyPlaces,
    size,
    batchNo,
    expireDate,
    bin,
    barcodes,
    reason,
    expected: isHidden ? null : (line.secondExpected ?? line.firstExpected ?? line.bookQty),
    // The second counter sees no first result either.
    firstQty: isHidden && line.firstBy !== access.userId ? null : line.firstQty,
    firstBy: line.firstName,
    secondQty: line.secondQty,
    secondBy: line.secondName,
    difference: isHidden ? null : difference,
    value: isHidden || difference === null ? null : amountForQty(line.price, difference),
    needsSecond: isUndecided(line, count.secondAbove),
    isOwn: line.firstBy === access.userId,
  }
}

async function sheetOf(unit: UnitOfWork, access: Access, language: Language, id: number): Promise<CountSheet> {
  const count = await readCount(unit, id)
  const lines = await countLines(unit, id, language)
  return {
    id: count.id,
    no: count.no,
    state: count.state,
    isBlind: count.isBlind,
    mayCount: count.state === 'counting' && count.counterIds.includes(access.userId),
    lines: lines.map((line) => shownLine(line, count, access)),
  }
}

interface Entry {
  readonly lineId: number
  readonly qty: number
  readonly reason?: string | undefined
}

/** Writes what was counted; the books are read in the same moment, so later movements change no difference. */
async function enter(unit: UnitOfWork, access: Access, id: number, entries: readonly Entry[]): Promise<void> {
  const count = await readCount(unit, id)
  if (count.state !== 'counting') throw new RuleError('stock.stateInvalid')
  if (!count.counterIds.includes(access.userId)) throw permissionDenied()
  await sql`select id from stock_count_line where id = any(${entries.map(({ lineId }) => lineId)}::bigint[]) order by id for update`.execute(
    unit.db,
  )
  const lines = await countLines(unit, id)
  const now = unit.clock.now()
  const rows = entries.map(({ lineId, qty, reason }) => {
    const line = lines.find((one) => one.id === lineId)
    if (!line) throw notFound()
    refuseFiner(line, qty)
    const isSecond = line.firstBy !== null && line.firstBy !== access.userId
    if (isSecond && !isUndecided(line, count.secondAbove) && line.secondBy !== access.userId)
      throw new RuleError('stock.countedAlready', line.name, line.firstName ?? '')
    return { lineId, qty, expected: line.bookQty, reason: reason ?? line.reason, isSecond }
  })
  await sql`update stock_count_line l set reason = given."reason",
      first_qty = case when "isSecond" then l.first_qty else given."qty" end, first_expected = case when "isSecond" then l.first_expected else given."expected" end,
      first_by = case when "isSecond" then l.first_by else ${access.userId}::bigint end, first_at = case when "isSecond" then l.first_at else ${now}::timestamptz end,
      second_qty = case when "isSecond" then given."qty" end, second_expected = case when "isSecond" then given."expected" end,
      second_by = case when "isSecond" then ${access.userId}::bigint end, second_at = case when "isSecond" then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("lineId" bigint, "qty" numeric, "expected" numeric, "reason" text, "isSecond" boolean)
    where l.id = given."lineId" and l.count_id = ${id}`.execute(unit.db)
  unit.changed('stockCount', id)
}

const params = z.object({ id: z.coerce.number().int().positive() })
/** Lines sent at once. */
const MAX_ENTRIES = 500

/** Counts in which the caller counts, the one that is due first. */
const mine = route({
  method: 'GET',
  url: '/api/stock/count/mine/',
  permission: 'stock:Count',
  async handle({ unit, access }): Promise<readonly OpenStockCount[]> {
    const { rows } = await sql<OpenStockCount>`
      select c.id, c.no, w.name as warehouse, c.due_date, count(l.id)::int as total, count(l.first_qty)::int as counted
      from stock_count c join warehouse w on w.id = c.warehouse_id left join stock_count_line l on l.count_id = c.id
      where c.state = 'counting' and c.deleted_at is null and ${access.userId} = any(c.counter_ids)
      group by c.id, w.name order by c.due_date, c.id`.execute(unit.db)
    return rows
  },
})

export const countRoutes: readonly RouteDefinition[] = [
  mine,
  route({
    method: 'GET',
    url: '/api/stock/count/:id/sheet/',
    permission: 'stock:Retrieve',
    params,
    handle: ({ unit, access, language, params: { id } }) => sheetOf(unit, access, language, id),
  }),
  route({
    method: 'POST',
    url: '/api/stock/count/:id/entries/',
    permission: 'stock:Count',
    operation: operation('stock.count', rowOf('stockCount')),
    params,
    body: z.object({
      entries: z
        .array(
          z.object({
            lineId: z.number().int().positive(),
            qty: z.number().min(0).max(9_999_999),
            reason: z.string().max(100).optional(),
          }),
        )
        .min(1)
        .max(MAX_ENTRIES),
    }),
    handle: async ({ unit, access, params: { id }, body }) => enter(unit, access, id, body.entries),
  }),
]
