/** What comes into the store of materials, what leaves it, and what is counted in it (50.3, CAN-21). */
import { sql } from 'kysely'
import { type Problem, problemOf, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { textIn } from '#src/fields/values.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { amountOfLine, withAmounts } from '../lineAmounts.ts'
import {
  type Goods,
  MATERIAL_STORE,
  materialOf,
  materialsOf,
  onHandOf,
  refuseConsumed,
  refuseMore,
  refuseUnused,
} from './goods.server.ts'
import { heldIn, moveUse } from './use.server.ts'

const announce: NonNullable<RecordServer['afterWrite']> = async (_row, unit) => {
  for (const record of ['canteenMaterial', 'materialEntry', 'materialBreakage'] as const) unit.changed(record, null)
}

/** When the materials moved last, as the list shows it. */
async function noteMove(unit: UnitOfWork, goods: Goods, way: 'in' | 'out', area: string | null): Promise<void> {
  const now = unit.clock.now()
  const ids = [...goods.keys()]
  if (way === 'in')
    await sql`update canteen_material set last_in_at = ${now} where id = any(${ids}::bigint[])`.execute(unit.db)
  else
    await sql`update canteen_material set last_out_at = ${now}, holder_area = coalesce(${area}::text, holder_area)
      where id = any(${ids}::bigint[])`.execute(unit.db)
}

const departures = (lines: readonly FormData[], goods: Goods) =>
  lines.map((line) => ({ itemId: materialOf(goods, line).stockItemId, qty: Number(line.qty) }))

export const materialReceiptServer: RecordServer = {
  async beforeCreate(values, unit, { userId }) {
    const given = rowsOf(values.lines)
    const goods = await materialsOf(unit, given)
    refuseUnused(given, goods)
    const lines = given.map((line) => {
      const price = textIn(line.price) || materialOf(goods, line).unitPrice
      return { ...line, price, amount: amountForQty(price, Number(line.qty)) }
    })
    const arrivals = lines.map((line) => ({
      itemId: materialOf(goods, line).stockItemId,
      qty: Number((line as FormData).qty),
      amount: line.amount,
    }))
    const posted = await unit
      .service(storeLedger)
      .receive(MATERIAL_STORE, 'purchaseIn', arrivals, { reason: textIn(values.note), byUser: userId })
    await noteMove(unit, goods, 'in', null)
    return { ...values, lines, docNo: posted.no, amount: posted.value }
  },
  afterWrite: announce,
}

export const materialIssueServer: RecordServer = {
  async beforeCreate(values, unit, { userId }) {
    const given = rowsOf(values.lines)
    const goods = await materialsOf(unit, given)
    refuseUnused(given, goods)
    refuseMore(given, goods, await onHandOf(unit, goods))
    const posted = await unit.service(storeLedger).take(MATERIAL_STORE, 'otherOut', departures(given, goods), {
      reason: textIn(values.note),
      byUser: userId,
    })
    const area = String(values.area)
    const kept = given
      .filter((line) => materialOf(goods, line).reusable)
      .map((line) => ({ materialId: Number(line.materialId), qty: Number(line.qty) }))
    await moveUse(unit, area, kept, { docNo: posted.no, byUser: userId })
    await noteMove(unit, goods, 'out', area)
    return { ...values, lines: withAmounts(given, posted), docNo: posted.no, amount: posted.value }
  },
  afterWrite: announce,
}

/** What one of each material in store is worth now, by id; its reference price where there is none. */
async function pricesOf(unit: UnitOfWork, goods: Goods): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; price: string }>`
    select m.id, (case when i.qty > 0 then round(i.value / i.qty, 2) else m.unit_price end)::numeric(14, 2) as price
    from canteen_material m left join shared_store_item i on i.id = m.stock_item_id where m.id = any(${[...goods.keys()]}::bigint[])`.execute(
    unit.db,
  )
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** What an area gives back comes into the store at the price of what lies there. */
export const materialReturnServer: RecordServer = {
  async beforeCreate(values, unit, { userId }) {
    const given = rowsOf(values.lines)
    const goods = await materialsOf(unit, given)
    refuseConsumed(given, goods)
    const area = String(values.area)
    refuseMore(given, goods, await heldIn(unit, area, goods))
    const prices = await pricesOf(unit, goods)
    const lines = given.map((line) => ({
      ...line,
      amount: amountForQty(prices.get(Number(line.materialId)) ?? '0.00', Number(line.qty)),
    }))
    const arrivals = lines.map((line, place) => ({
      itemId: materialOf(goods, given[place] ?? {}).stockItemId,
      qty: Number(given[place]?.qty),
      amount: line.amount,
    }))
    const posted = await unit
      .service(storeLedger)
      .receive(MATERIAL_STORE, 'returnIn', arrivals, { reason: textIn(values.note), byUser: userId })
    const back = given.map((line) => ({ materialId: Number(line.materialId), qty: -Number(line.qty) }))
    await moveUse(unit, area, back, { docNo: posted.no, byUser: userId, isReturn: true })
    await noteMove(unit, goods, 'in', null)
    return { ...values, lines, docNo: posted.no, amount: posted.value }
  },
  afterWrite: announce,
}

/** What an area had in use was paid when it was issued: it is worth its reference price, and no money moves. */
async function scrapInUse(
  unit: UnitOfWork,
  values: FormData,
  given: readonly FormData[],
  goods: Goods,
  byUser: number,
): Promise<FormData> {
  const area = String(values.area)
  refuseMore(given, goods, await heldIn(unit, area, goods))
  const gone = given.map((line) => ({ materialId: Number(line.materialId), qty: -Number(line.qty) }))
  await moveUse(unit, area, gone, { docNo: null, byUser })
  const lines = given.map((line) => ({
    ...line,
    amount: amountForQty(materialOf(goods, line).unitPrice, Number(line.qty)),
  }))
  return { ...values, lines, docNo: null, amount: sumMoney(lines.map(({ amount }) => amount)) }
}

export const materialScrapServer: RecordServer = {
  async beforeCreate(values, unit, { userId }) {
    const given = rowsOf(values.lines)
    const goods = await materialsOf(unit, given)
    if (values.origin === 'area') return scrapInUse(unit, values, given, goods, userId)
    refuseMore(given, goods, await onHandOf(unit, goods))
    const posted = await unit.service(storeLedger).take(MATERIAL_STORE, 'scrapOut', departures(given, goods), {
      reason: textIn(values.note),
      byUser: userId,
    })
    await noteMove(unit, goods, 'out', null)
    return { ...values, area: null, lines: withAmounts(given, posted), docNo: posted.no, amount: posted.value }
  },
  afterWrite: announce,
}

/** The lines with what the books say. @throws ValidationError `canteen.diffReason` where they differ without a reason */
function compared(given: readonly FormData[], booked: ReadonlyMap<number, number>): readonly FormData[] {
  const problems: Record<string, Problem[]> = {}
  const lines = given.map((line, index) => {
    const bookQty = booked.get(Number(line.materialId)) ?? 0
    if (Number(line.countedQty) !== bookQty && textIn(line.diffReason) === '')
      problems[`lines.${index}.diffReason`] = [problemOf('canteen.diffReason')]
    return { ...line, bookQty, amount: '0.00' }
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return lines
}

/** Posts what was missing and what was found; answers what each line was worth, a loss below zero. */
async function postDifferences(
  unit: UnitOfWork,
  lines: readonly FormData[],
  goods: Goods,
  byUser: number,
): Promise<readonly FormData[]> {
  const ledger = unit.service(storeLedger)
  const apart = lines.map((line) => Number(line.countedQty) - Number(line.bookQty))
  const worth = new Map<number, string>()
  const places = (isWanted: (qty: number) => boolean) =>
    apart.flatMap((qty, place) => (isWanted(qty) ? [{ place, qty, good: materialOf(goods, lines[place] ?? {}) }] : []))
  const lost = places((qty) => qty < 0)
  if (lost.length > 0) {
    const departed = lost.map(({ good, qty }) => ({ itemId: good.stockItemId, qty: -qty }))
    const posted = await ledger.take(MATERIAL_STORE, 'lossOut', departed, { reason: '', byUser })
    for (const [line, { place }] of lost.entries()) worth.set(place, `-${amountOfLine(posted, line)}`)
  }
  const found = places((qty) => qty > 0)
  if (found.length > 0) {
    const arrived = found.map(({ good, qty }) => ({
      itemId: good.stockItemId,
      qty,
      amount: amountForQty(good.unitPrice, qty),
    }))
    await ledger.receive(MATERIAL_STORE, 'surplusIn', arrived, { reason: '', byUser })
    for (const [line, { place }] of found.entries()) worth.set(place, arrived[line]?.amount ?? '0.00')
  }
  return lines.map((line, place) => ({ ...line, amount: worth.get(place) ?? '0.00' }))
}

export const materialCountServer: RecordServer = {
  async beforeCreate(values, unit, { userId }) {
    const given = rowsOf(values.lines)
    const goods = await materialsOf(unit, given)
    const lines = await postDifferences(unit, compared(given, await onHandOf(unit, goods)), goods, userId)
    return { ...values, lines, amount: sumMoney(lines.map(({ amount }) => String(amount))) }
  },
  afterWrite: announce,
}
