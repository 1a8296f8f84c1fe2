/** Items and warehouses: what their forms bring with them (95.5, STK-58). */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { type Problem, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { placesProblem } from '../contract.ts'
import { countDueOf } from '../counts/due.ts'
import { postDocument } from '../documents/post.server.ts'
import { nextNumbers } from '../ledger/documents.server.ts'
import { lockValues } from '../ledger/locks.server.ts'

type Row = FormData & { readonly id: number }

/** Entries of a list that is written with commas of any kind. */
const listOf = (value: unknown): string =>
  [...new Set(String(value ?? '').split(/[,，、;；\s]+/))].filter((one) => one !== '').join(',')

/** Categories whose items are handed out piece by piece, each to its person or machine. */
const inPieces = ['clothing', 'equipment', 'electronicParts']
const quantities = ['maxPerRequest', 'minStock', 'maxStock', 'openingQty'] as const

function checkedItem(values: FormData): FormData {
  const problems: Record<string, Problem[]> = {}
  const qtyPlaces = Number(values.qtyPlaces ?? 0)
  if (qtyPlaces > 0 && inPieces.includes(String(values.category))) problems.qtyPlaces = [{ key: 'stock.piecesWhole' }]
  for (const name of quantities) {
    const problem = placesProblem({ name: String(values.name), qtyPlaces }, Number(values[name] ?? 0))
    if (problem) problems[name] = [problem]
  }
  if (Number(values.maxStock) < Number(values.minStock)) problems.maxStock = [{ key: 'stock.maxBelowMin' }]
  if (values.expiryManaged === true && values.batchManaged !== true)
    problems.batchManaged = [{ key: 'stock.expiryNeedsBatch' }]
  if (((values.packUnit ?? null) === null) !== ((values.packQty ?? null) === null))
    problems[values.packUnit ? 'packQty' : 'packUnit'] = [{ key: 'check.required' }]
  if (values.openingQty && !values.openingWarehouseId) problems.openingWarehouseId = [{ key: 'check.required' }]
  if (values.openingQty && values.expiryManaged === true && !values.openingExpireDate)
    problems.openingExpireDate = [{ key: 'check.required' }]
  if (values.serialManaged === true && !values.standardItemId) problems.standardItemId = [{ key: 'check.required' }]
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return {
    ...values,
    spec: values.spec ?? '',
    sizeList: listOf(values.sizeList),
    compatibleModels: listOf(values.compatibleModels),
  }
}

/** Barcodes and substitutes follow the form; a barcode leads to one item only. */
async function syncItem(unit: UnitOfWork, row: Row): Promise<void> {
  const now = unit.clock.now()
  const codes = rowsOf(row.barcodes)
  const { rows: taken } = await sql<{ code: string }>`
    select code from stock_barcode where code = any(${codes.map(({ code }) => String(code))}::text[]) and item_id <> ${row.id} and deleted_at is null
    union all select barcode from stock_item where barcode = any(${codes.map(({ code }) => String(code))}::text[]) and deleted_at is null`.execute(
    unit.db,
  )
  const problems: Record<string, Problem[]> = {}
  codes.forEach(({ code }, index) => {
    const isTwice = codes.findIndex((other) => other.code === code) < index
    if (isTwice || taken.some((one) => one.code === code)) problems[`barcodes.${index}.code`] = [{ key: 'check.taken' }]
  })
  rowsOf(row.substitutes).forEach(({ itemId }, index) => {
    if (Number(itemId) === row.id) problems[`substitutes.${index}.itemId`] = [{ key: 'stock.substituteSelf' }]
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  await sql`delete from stock_barcode where item_id = ${row.id}`.execute(unit.db)
  await sql`insert into stock_barcode (item_id, size, code, pack_qty, created_at, updated_at)
    select ${row.id}::bigint, coalesce("size", ''), "code", "packQty", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as given("size" text, "code" text, "packQty" int)`.execute(
    unit.db,
  )
  await sql`delete from stock_substitute where item_id = ${row.id}`.execute(unit.db)
  await sql`insert into stock_substitute (item_id, substitute_id, created_at, updated_at)
    select distinct ${row.id}::bigint, "itemId", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rowsOf(row.substitutes))}::jsonb) as given("itemId" bigint)`.execute(
    unit.db,
  )
}

/** STK-58: opening stock only before the first ledger row of the item. */
async function openStock(unit: UnitOfWork, row: Row, before: Row | null, access: Access): Promise<void> {
  const qty = Number(row.openingQty ?? 0)
  if (qty === 0 || (before !== null && Number(before.openingQty ?? 0) === qty)) return
  const { rows } = await sql`select from stock_ledger where item_id = ${row.id} limit 1`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('rule.STK-58', String(row.name)).at('openingQty')
  const [no = ''] = await nextNumbers(unit, 'RK')
  const now = unit.clock.now()
  const amount = row.openingAmount ?? amountForQty(String(row.price), qty)
  const { rows: added } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, state, doc_date, qty, maker_id, created_at, created_by, updated_at, updated_by)
    values (${no}, 'openingIn', ${Number(row.openingWarehouseId)}, 'approved', ${unit.clock.today()}, ${qty}, ${access.userId}, ${now}, ${access.userId}, ${now}, ${access.userId})
    returning id`.execute(unit.db)
  const id = added[0]?.id ?? 0
  await sql`insert into stock_doc_line (doc_id, place, item_id, expire_date, qty, amount)
    values (${id}, 0, ${row.id}, ${(row.openingExpireDate as string | undefined) ?? null}, ${qty}, ${String(amount)})`.execute(
    unit.db,
  )
  await postDocument(unit, id, access.userId)
}

/** What moved was counted in the places of its item, so they stay. Locks the value of the item, as everything that posts does. */
async function refuseMoved(unit: UnitOfWork, { id, name }: Row): Promise<void> {
  await lockValues(unit, [id])
  const { rows } = await sql`select from stock_ledger where item_id = ${id} limit 1`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('stock.placesStay', String(name)).at('qtyPlaces')
}

/** What modules keep in stores of their own has its place on their pages. */
const isKept = () => sql<SqlBool>`r.store is not null`
const anybody = () => sql<SqlBool>`r.state = 'active' and r.store is null`
type StateChange = (row: { readonly id: number }, values: FormData, unit: UnitOfWork) => Promise<void>

const itemTo =
  (state: 'active' | 'disabled'): StateChange =>
  async ({ id }, _values, unit) => {
    await sql`update stock_item set state = ${state}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${id}`.execute(
      unit.db,
    )
  }

const warehouseTo =
  (state: 'active' | 'disabled'): StateChange =>
  async ({ id }, _values, unit) => {
    await sql`update warehouse set state = ${state}, updated_at = ${unit.clock.now()}, version = version + 1 where id = ${id}`.execute(
      unit.db,
    )
  }

export const itemRecord: RecordServer = {
  computed: {
    available: 'stock_item_available(r.id)',
    isBelowMin: '(r.min_stock > 0 and exists (select from stock_below_min m where m.id = r.id))',
    countDueAt: countDueOf('r'),
  },
  pickable: anybody,
  waiting: isKept,
  // Whoever asks for items sees what they look like.
  readable: anybody,
  async beforeCreate(values, unit) {
    const { rows } = await sql<{ next: string }>`select lpad(nextval('stock_item_no')::text, 6, '0') as next`.execute(
      unit.db,
    )
    return { ...checkedItem(values), code: `WP${rows[0]?.next}`, state: 'active' }
  },
  async beforeUpdate(values, row, unit) {
    const before = row as unknown as Row
    if (values.qtyPlaces !== undefined && values.qtyPlaces !== before.qtyPlaces) await refuseMoved(unit, before)
    return checkedItem({ ...before, ...values })
  },
  async beforeRemove(row, unit) {
    const { rows } = await sql`select from stock_ledger where item_id = ${row.id} limit 1`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('ref.inUse', String((row as unknown as Row).name))
  },
  async afterWrite(row, unit, access, before) {
    await syncItem(unit, row as unknown as Row)
    await openStock(unit, row as unknown as Row, before as unknown as Row | null, access)
    unit.changed('stockBalance', null)
  },
  actions: { disable: itemTo('disabled'), enable: itemTo('active') },
}

/** Bins follow the form; one that holds something stays. */
async function syncBins(unit: UnitOfWork, row: Row): Promise<void> {
  const bins = rowsOf(row.bins)
  const problems: Record<string, Problem[]> = {}
  bins.forEach(({ code }, index) => {
    if (bins.findIndex((other) => other.code === code) < index)
      problems[`bins.${index}.code`] = [{ key: 'check.taken' }]
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  const now = unit.clock.now()
  const { rows: used } = await sql<{ code: string }>`
    select distinct b.code from stock_bin b join stock_batch t on t.bin_id = b.id and t.qty > 0
    where b.warehouse_id = ${row.id} and b.deleted_at is null and b.code <> all(${bins.map(({ code }) => String(code))}::text[]) order by b.code`.execute(
    unit.db,
  )
  if (used[0]) throw new RuleError('ref.inUse', used[0].code).at('bins')
  await sql`update stock_bin set deleted_at = ${now} where warehouse_id = ${row.id} and deleted_at is null
    and code <> all(${bins.map(({ code }) => String(code))}::text[])`.execute(unit.db)
  await sql`insert into stock_bin (warehouse_id, code, walk_order, created_at, updated_at)
    select ${row.id}::bigint, "code", "walkOrder", ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(bins)}::jsonb) as given("code" text, "walkOrder" int)
    on conflict (warehouse_id, code) where deleted_at is null do update set walk_order = excluded.walk_order, updated_at = excluded.updated_at`.execute(
    unit.db,
  )
}

export const warehouseRecord: RecordServer = {
  pickable: () => sql<SqlBool>`r.state = 'active' and not r.is_transit and r.store is null`,
  waiting: () => sql<SqlBool>`r.is_transit or r.store is not null`,
  async beforeCreate(values) {
    return { ...values, state: 'active' }
  },
  async beforeRemove(row, unit) {
    const { rows } = await sql`select from stock_balance where warehouse_id = ${row.id} limit 1`.execute(unit.db)
    if (rows.length > 0) throw new RuleError('ref.inUse', String((row as unknown as Row).name))
  },
  async afterWrite(row, unit) {
    await syncBins(unit, row as unknown as Row)
  },
  actions: {
    async disable(row, values, unit) {
      const { rows } =
        await sql`select from stock_balance where warehouse_id = ${row.id} and on_hand > 0 limit 1`.execute(unit.db)
      if (rows.length > 0) throw new RuleError('stock.warehouseNotEmpty')
      await warehouseTo('disabled')(row, values, unit)
    },
    enable: warehouseTo('active'),
  },
}
