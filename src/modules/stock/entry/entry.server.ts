/** Fast entry of documents: scanned codes, and lines pasted from a spreadsheet with every mistake at its place. */

import { sql } from 'kysely'
import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { listOf, type Problem, RuleError } from '#src/define/problem.ts'
import { route, type UnitOfWork } from '#src/define/server.ts'
import { settleDay } from '#src/fields/date/written.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { lineProblems } from '../records/documents.server.ts'
import { stockIn, stockOut } from '../records/documents.ts'
import { numbersOf, readBin, readGs1 } from './codes.ts'
import type { EntryKind, ScanResult, SheetLines, SheetProblem } from './entry.types.ts'
import { MAX_SHEET_ROWS, type SheetRow, sheetColumns, sheetRows, unitsOf } from './sheet.ts'

interface FoundItem {
  readonly text: string
  readonly id: number
  readonly label: string
  readonly unit: string
  readonly size: string
  readonly packQty: number
}

/** Items by code, barcode, further barcode, or name with specification; a text that means several gives several rows. */
async function itemsOf(unit: UnitOfWork, texts: readonly string[]): Promise<readonly FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    with wanted as (select distinct text from unnest(${[...texts]}::text[]) as text where text <> '')
    select distinct on (wanted.text, i.id) wanted.text, i.id, trim(i.name || ' ' || i.spec) as label, i.unit, found.size, found.pack_qty
    from wanted cross join lateral (
      select id, '' as size, 1 as pack_qty from stock_item where code = upper(wanted.text)
      union all select id, '', 1 from stock_item where barcode = wanted.text
      union all select item_id, size, pack_qty from stock_barcode where code = wanted.text and deleted_at is null
      union all select id, '', 1 from stock_item where name = wanted.text
      union all select id, '', 1 from stock_item where position(' ' in wanted.text) > 0 and name = split_part(wanted.text, ' ', 1)
        and trim(name || ' ' || spec) = wanted.text) found
      join stock_item i on i.id = found.id and i.deleted_at is null
    order by wanted.text, i.id, found.pack_qty desc`.execute(unit.db)
  return rows
}

async function scan(unit: UnitOfWork, code: string): Promise<ScanResult> {
  const bin = readBin(code)
  if (bin !== null) return { kind: 'bin', ...bin }
  const gs1 = readGs1(code, Number(unit.clock.today().slice(0, 4)))
  const found = await itemsOf(unit, gs1 === null ? [code] : numbersOf(gs1.gtin))
  const ids = new Set(found.map(({ id }) => id))
  const [item] = found
  if (item === undefined) throw new RuleError('stock.codeUnknown', code)
  if (ids.size > 1) throw new RuleError('stock.codeAmbiguous', code, listOf(found.map(({ label }) => label)))
  return {
    kind: 'item',
    itemId: item.id,
    label: item.label,
    unit: item.unit,
    size: item.size,
    packQty: item.packQty * (gs1?.count ?? 1),
    batchNo: gs1?.batchNo ?? null,
    produceDate: gs1?.produceDate ?? null,
    expireDate: gs1?.expireDate ?? null,
  }
}

const recordOf = { in: stockIn, out: stockOut } as const
const dates: readonly string[] = ['produceDate', 'expireDate']

interface Batch {
  readonly id: number
  readonly itemId: number
  readonly size: string
  readonly batchNo: string
}

async function batchesIn(unit: UnitOfWork, warehouseId: number, rows: readonly SheetRow[]): Promise<readonly Batch[]> {
  const numbers = rows.map(({ cells }) => cells.batchId ?? '').filter((one) => one !== '')
  const { rows: batches } = await sql<Batch>`
    select id, item_id, size, batch_no from stock_batch where warehouse_id = ${warehouseId} and batch_no = any(${numbers}::text[]) order by expire_date nulls last, id`.execute(
    unit.db,
  )
  return batches
}

/** Reads the text and says everything that is wrong with it at once; only a text without mistakes gives lines. */
async function readSheet(unit: UnitOfWork, kind: EntryKind, warehouseId: number, text: string): Promise<SheetLines> {
  const record = recordOf[kind]
  const namesOf = (column: string): readonly string[] =>
    (['zhHans', 'en'] as const).flatMap(
      (language) => unit.textOf(language, `records.${record.name}.fields.lines.${column}`) ?? [],
    )
  const rows = sheetRows(text, sheetColumns[kind], namesOf)
  if (rows.length === 0) throw new RuleError('stock.sheetEmpty').at('text')
  if (rows.length > MAX_SHEET_ROWS) throw new RuleError('stock.sheetTooLong', rows.length, MAX_SHEET_ROWS).at('text')
  const items = await itemsOf(
    unit,
    rows.map(({ cells }) => cells.itemId ?? ''),
  )
  const batches = kind === 'out' ? await batchesIn(unit, warehouseId, rows) : []
  const problems: SheetProblem[] = []
  const {
    itemId: _itemId,
    amount: _amount,
    batchId: _batchId,
    ...fields
  } = record.fields.lines.fields as Record<string, never>
  const given = { today: unit.clock.today(), now: `${unit.clock.today()} 00:00:00` }
  const lines = rows.map(({ row, cells }): FormData => {
    const at = (column: string, problem: Problem) => problems.push({ row, column, problem })
    const found = items.filter((item) => item.text === cells.itemId)
    if ((cells.itemId ?? '') === '') at('itemId', { key: 'check.required' })
    else if (found.length === 0) at('itemId', { key: 'stock.codeUnknown', params: [cells.itemId ?? ''] })
    else if (found.length > 1)
      at('itemId', {
        key: 'stock.codeAmbiguous',
        params: [cells.itemId ?? '', listOf(found.map(({ label }) => label))],
      })
    const written = Object.fromEntries(
      Object.entries(cells).flatMap(([name, cell]) => {
        if (!(name in fields) || cell === '') return []
        return [
          [name, dates.includes(name) ? settleDay(cell) : name === 'qty' || name === 'price' ? unitsOf(cell) : cell],
        ]
      }),
    )
    const checked = checkForm(
      fields,
      { ...written, ...(found[0]?.size && !written.size && { size: found[0].size }) },
      given,
    )
    for (const [column, list] of Object.entries(checked.problems)) if (list[0]) at(column, list[0])
    const itemId = found.length === 1 ? (found[0]?.id ?? null) : null
    const batch = cells.batchId
      ? batches.find(
          (one) =>
            one.itemId === itemId && one.size === String(checked.values.size ?? '') && one.batchNo === cells.batchId,
        )
      : undefined
    if (cells.batchId && itemId !== null && batch === undefined) at('batchId', { key: 'stock.batchUnknown' })
    return { ...checked.values, itemId, ...(kind === 'out' && { batchId: batch?.id ?? null }) }
  })
  // What the form would refuse as well: sizes, dates of what expires, bins, lines that are there twice.
  const refused = await lineProblems({ warehouseId, lines }, kind === 'in' ? 'purchaseIn' : 'otherOut', unit)
  for (const [path, list] of Object.entries(refused)) {
    const [, index = '', column = ''] = path.split('.')
    const row = rows[Number(index)]?.row ?? 0
    const isKnown = lines[Number(index)]?.itemId !== null
    const isNotified = problems.some((one) => one.row === row && one.column === column)
    if (isKnown && !isNotified && list[0]) problems.push({ row, column, problem: list[0] })
  }
  problems.sort((left, right) => left.row - right.row)
  return { lines: problems.length === 0 ? lines : [], problems }
}

/** Characters of a pasted text: 200 rows of every column, with room. */
const MAX_TEXT = 100_000

export const entryRoutes = [
  route({
    method: 'GET',
    url: '/api/stock/scan/',
    permission: 'stock:Search',
    query: z.object({ code: z.string().overwrite(trimText).min(1).max(120) }),
    handle: ({ unit, query }) => scan(unit, query.code),
  }),
  route({
    method: 'POST',
    url: '/api/stock/lines/read/',
    permission: 'stock:InDoc',
    operation: { text: 'stock.readLines' },
    unlogged: true,
    body: z.object({
      kind: z.enum(['in', 'out']),
      warehouseId: z.number().int().positive(),
      text: z.string().max(MAX_TEXT),
    }),
    handle: ({ unit, body }) => readSheet(unit, body.kind, body.warehouseId, body.text),
  }),
]
