/** A year of the demo's stores: what was bought and taken month by month, all of it posted through the documents of the product. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { amountForQty, fromThousandths, sumQty } from '#src/fields/quantity/quantities.ts'
import { postDocument } from '../documents/post.server.ts'
import { codeOf, nextNumbers } from '../ledger/documents.server.ts'
import { closeMonth } from '../records/lists.server.ts'

/** Days of a month of the demo. */
const MONTH = 30
const MONTHS = 12
/** Months at the start of the year whose accounts are closed. */
const CLOSED = 6
/** Months before now in which clothing was handed out. */
const CLOTHING_MONTHS: readonly number[] = [10, 7, 4]

/** An item as the history treats it. */
export interface StockedItem {
  readonly id: number
  readonly warehouse: number
  readonly category: string
  readonly price: string
  readonly onHand: number
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: 0 | 1 | 3
  readonly sizes: readonly string[]
  /** Whether it moves in the year, or lies there. */
  readonly moves: boolean
  /** Batches by the month they came in, counted back from now, and the days until they expire. */
  readonly batches: readonly {
    readonly monthsAgo: number
    readonly expiresIn: number | null
    readonly batchNo: string
    readonly qty: number
  }[]
}

/** A line of a document; of an adjustment `price` is what the value changes by, and `qty` is 0. */
export interface DemoLine {
  readonly itemId: number
  readonly size: string
  readonly batchNo: string
  readonly expireDate: string | null
  readonly bin: string | null
  readonly qty: number
  readonly price: string
}

export interface DemoPeople {
  readonly kong24: number | null
  readonly lyu21: number | null
  readonly zhang23: number | null
}

/** The same unit of work on a day of the past, so that postings carry its date. */
export const onDay = (unit: UnitOfWork, day: string): UnitOfWork => ({
  ...unit,
  clock: { now: () => new Date(`${day}T10:00:00+08:00`), today: () => day },
})

interface DemoDocument {
  readonly type: string
  readonly warehouseId: number
  readonly toWarehouseId?: number
  readonly reason: string
  readonly vendor?: string
  readonly state: 'draft' | 'submitted' | 'approved'
  readonly lines: readonly DemoLine[]
}

/** A document with its lines, in the state given; its id. */
export async function addDocument(unit: UnitOfWork, document: DemoDocument, people: DemoPeople): Promise<number> {
  const [no = ''] = await nextNumbers(unit, codeOf(document.type))
  const now = unit.clock.now()
  const isSubmitted = document.state !== 'draft'
  const isApproved = document.state === 'approved'
  const isIn = document.type.endsWith('In')
  const isAdjust = document.type === 'valueAdjust'
  const given = document.lines.map((line, place) => ({
    ...line,
    place,
    price: isIn ? line.price : '0.00',
    amount: isAdjust ? line.price : isIn ? amountForQty(line.price, line.qty) : '0.00',
  }))
  const written = given.map(({ place: _place, ...line }) => {
    const { itemId, size, qty, amount } = line
    return isIn ? line : isAdjust ? { itemId, size, change: amount } : { itemId, size, qty }
  })
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, to_warehouse_id, state, doc_date, vendor_id, reason, qty, value, lines, maker_id, submitted_at, approver_id, approved_at, created_at, created_by, updated_at)
    values (${no}, ${document.type}, ${document.warehouseId}, ${document.toWarehouseId ?? null}, ${document.state}, ${unit.clock.today()}, (select id from shared_vendor where name = ${document.vendor ?? null}), ${document.reason},
      ${sumQty(given.map(({ qty }) => qty))}, ${isAdjust ? '0.00' : sumMoney(given.map(({ amount }) => amount))},
      ${JSON.stringify(written)}::jsonb,
      ${people.kong24}, ${isSubmitted ? now : null}, ${isApproved ? people.lyu21 : null}, ${isApproved ? now : null}, ${now}, ${people.kong24}, ${now}) returning id`.execute(
    unit.db,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into stock_doc_line (doc_id, place, item_id, size, batch_no, expire_date, bin_id, qty, price, amount)
    select ${id}::bigint, given."place", "itemId", given."size", "batchNo", "expireDate", bin.id, given."qty", given."price", given."amount"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given("place" int, "itemId" bigint, "size" text, "batchNo" text, "expireDate" date, "bin" text, "qty" numeric,
      "price" numeric, "amount" numeric)
      left join stock_bin bin on bin.warehouse_id = ${document.warehouseId} and bin.code = given."bin" and bin.deleted_at is null`.execute(
    unit.db,
  )
  return id
}

const binOf = (itemId: number): string => `${itemId % 2 === 0 ? 'A' : 'B'}-${String((itemId % 6) + 1).padStart(2, '0')}`
/** Part of a quantity in the places of its item; at least one of a whole item. */
const share = (qty: number, part: number, qtyPlaces: 0 | 1 | 3): number => {
  const step = 10 ** (3 - qtyPlaces)
  return fromThousandths(BigInt(Math.max(1, Math.round((qty * part * 1000) / step)) * step))
}

function lineOf(
  item: StockedItem,
  size: string,
  qty: number,
  batch: { batchNo: string; expireDate: string | null } | null,
): DemoLine {
  return {
    itemId: item.id,
    size,
    batchNo: batch?.batchNo ?? '',
    expireDate: batch?.expireDate ?? null,
    bin: binOf(item.id),
    qty,
    price: item.price,
  }
}

/** Units of each size. */
export const bySize = ({
  sizes,
  onHand,
}: Pick<StockedItem, 'sizes' | 'onHand'>): readonly (readonly [string, number])[] =>
  sizes.length === 1
    ? [[sizes[0] ?? '', onHand]]
    : sizes.map((size, index) => [size, Math.floor(onHand / sizes.length) + (index < onHand % sizes.length ? 1 : 0)])

/** What comes in in a month: the opening first, later the batches of that month and what was taken before. */
function inLines(items: readonly StockedItem[], monthsAgo: number, today: string): readonly DemoLine[] {
  return items.flatMap((item) => {
    if (item.batches.length > 0)
      return item.batches
        .filter((batch) => batch.monthsAgo === monthsAgo)
        .map((batch) =>
          lineOf(item, '', batch.qty, {
            batchNo: batch.batchNo,
            expireDate: batch.expiresIn === null ? null : addDays(today, batch.expiresIn),
          }),
        )
    if (monthsAgo === MONTHS) return bySize(item).map(([size, qty]) => lineOf(item, size, qty, null))
    return takenIn(item, monthsAgo)
  })
}

/** What is taken in a month; the same comes in again, so that the year ends where it began. */
function takenIn(item: StockedItem, monthsAgo: number): readonly DemoLine[] {
  if (!item.moves || monthsAgo === MONTHS) return []
  if (item.category === 'clothing' && !CLOTHING_MONTHS.includes(monthsAgo)) return []
  return bySize(item)
    .filter(([, qty]) => qty > 0)
    .map(([size, qty]) => lineOf(item, size, share(qty, 0.08 + ((item.id + monthsAgo) % 5) / 50, item.qtyPlaces), null))
}

function outLines(items: readonly StockedItem[], monthsAgo: number): readonly DemoLine[] {
  return items.flatMap((item) => {
    if (item.batches.length === 0) return takenIn(item, monthsAgo)
    return item.moves && monthsAgo < MONTHS ? [lineOf(item, '', 1, null)] : []
  })
}

export async function seedHistory(
  unit: UnitOfWork,
  places: readonly number[],
  items: readonly StockedItem[],
  people: DemoPeople,
): Promise<void> {
  const today = unit.clock.today()
  for (let monthsAgo = MONTHS; monthsAgo >= 1; monthsAgo -= 1) {
    const past = onDay(unit, addDays(today, -MONTH * monthsAgo))
    for (const [warehouse, warehouseId] of places.entries()) {
      const own = items.filter((item) => item.warehouse === warehouse)
      const isOpening = monthsAgo === MONTHS
      const post = async (document: Omit<DemoDocument, 'warehouseId' | 'state'>): Promise<void> => {
        if (document.lines.length === 0) return
        const id = await addDocument(past, { ...document, warehouseId, state: 'approved' }, people)
        await postDocument(past, id, people.zhang23)
      }
      await post({ type: 'otherOut', reason: '部门集中领用', lines: outLines(own, monthsAgo) })
      await post({
        ...(isOpening
          ? { type: 'openingIn', reason: '期初建账' }
          : { type: 'purchaseIn', reason: '按月采购补充', vendor: '示例供应商01' }),
        lines: inLines(own, monthsAgo, today),
      })
    }
  }
  await closeMonths(unit, addDays(today, -MONTH * MONTHS).slice(0, 7), people)
}

async function closeMonths(unit: UnitOfWork, first: string, people: DemoPeople): Promise<void> {
  let month = first
  for (let count = 0; count < CLOSED; count += 1) {
    const after = addDays(`${month}-28`, 5).slice(0, 7)
    const past = onDay(unit, `${after}-03`)
    const now = past.clock.now()
    const { rows } = await sql<{ id: number }>`
      insert into stock_period (month, closed_by, created_at, created_by, updated_at) values (${month}, ${people.lyu21}, ${now}, ${people.lyu21}, ${now}) returning id`.execute(
      unit.db,
    )
    await closeMonth(past, rows[0]?.id ?? 0, month)
    month = after
  }
}
