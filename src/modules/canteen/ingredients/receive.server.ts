/** Deliveries of ingredients: what two people accepted comes into the store (50.2, CAN-12, CAN-13, CAN-16). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { type Problem, problemOf, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { amountForQty } from '#src/fields/quantity/quantities.ts'
import { fileIdsIn } from '#src/fields/values.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { type Good, goodOf, goodsOf, STORE } from './goods.server.ts'

/** Days whose receipts make the average that a price is compared with, and from which part of it on it needs a reason (CAN-13). */
const PRICE_DAYS = 30
export const PRICE_PERCENT = 120

interface Line {
  readonly ingredientId: number
  readonly inspection: string
  readonly qty: string
  readonly price: string
  readonly produceDate: string
  readonly expireDate: string | null
  readonly batchNo: string | null
  readonly priceNote: string | null
}

/** CAN-16. @throws RuleError */
async function refuseVendor(unit: UnitOfWork, vendorId: number): Promise<void> {
  const { rows } = await sql<{ name: string; isFit: boolean; isLicensed: boolean }>`
    select name, state = 'active' and is_canteen and deleted_at is null as is_fit,
      exists (select from jsonb_array_elements(qualifications) q where coalesce((q ->> 'validTo')::date, 'infinity'::date) >= ${unit.clock.today()}::date) as is_licensed
    from shared_vendor where id = ${vendorId}`.execute(unit.db)
  const vendor = rows[0]
  if (vendor === undefined || !vendor.isFit) throw new RuleError('canteen.vendorUnfit').at('vendorId')
  if (!vendor.isLicensed) throw new RuleError('rule.CAN-16', vendor.name).at('vendorId')
}

/** The average price that was paid over the last 30 days, by item; items that were not bought are left out. */
async function recentPrices(unit: UnitOfWork, itemIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ itemId: number; price: string }>`
    select item_id, (sum(value) / sum(qty))::text as price from shared_store_entry
    where store = ${STORE} and type = 'purchaseIn' and item_id = any(${[...itemIds]}::bigint[])
      and doc_date >= ${addDays(unit.clock.today(), -PRICE_DAYS)}::date group by item_id having sum(qty) > 0`.execute(
    unit.db,
  )
  return new Map(rows.map(({ itemId, price }) => [itemId, price]))
}

/** The lines as they are stored, with every mistake of them at once. */
async function checkedLines(
  unit: UnitOfWork,
  lines: readonly FormData[],
  goods: ReadonlyMap<number, Good & { readonly stockItemId: number }>,
): Promise<readonly (FormData & Line & { readonly amount: string })[]> {
  const prices = await recentPrices(
    unit,
    [...goods.values()].map(({ stockItemId }) => stockItemId),
  )
  const day = unit.clock.today()
  const first = await firstNumber(unit, day)
  const problems: Record<string, Problem[]> = {}
  const checked = lines.map((given, index) => {
    const line = given as FormData & Line
    const good = goodOf(goods, line)
    const at = (field: string, problem: Problem) => {
      problems[`lines.${index}.${field}`] = [problem]
    }
    const isIn = line.inspection !== 'reject'
    const expireDate = line.expireDate ?? addDays(line.produceDate, good.shelfLifeDays)
    const average = prices.get(good.stockItemId)
    if (isIn && expireDate <= day) at('expireDate', problemOf('canteen.expiredOnArrival', expireDate))
    if (isIn && good.traceRequired && fileIdsIn(given.certFiles).length === 0)
      at('certFiles', problemOf('canteen.certNeeded', good.name))
    if (!isIn && fileIdsIn(given.photo).length === 0) at('photo', problemOf('canteen.rejectPhoto'))
    if (
      isIn &&
      average !== undefined &&
      Number(line.price) * 100 > Number(average) * PRICE_PERCENT &&
      (line.priceNote ?? '') === ''
    )
      at('priceNote', problemOf('rule.CAN-13', good.name, Number(average).toFixed(2), PRICE_PERCENT))
    return {
      ...line,
      expireDate,
      batchNo: line.batchNo ?? `${day.replaceAll('-', '')}-${first + index}`,
      amount: isIn ? amountForQty(String(line.price), Number(line.qty)) : '0.00',
    }
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return checked
}

/** Batches are numbered through the day, so that two deliveries never share one. */
async function firstNumber(unit: UnitOfWork, day: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('ingredient_receipt'))`.execute(unit.db)
  const { rows } = await sql<{ next: number }>`
    select coalesce(sum(jsonb_array_length(lines)), 0)::int + 1 as next from ingredient_receipt
    where created_at >= (${day}::date)::timestamp at time zone 'Asia/Shanghai'`.execute(unit.db)
  return rows[0]?.next ?? 1
}

export const receiptServer: RecordServer = {
  async beforeCreate(values, unit, access) {
    if (Number(values.receiver2Id) === access.userId) throw new RuleError('canteen.twoReceivers').at('receiver2Id')
    if (new Date(`${String(values.deliveredAt).replace(' ', 'T')}+08:00`) > unit.clock.now())
      throw new RuleError('canteen.deliveredLater').at('deliveredAt')
    await refuseVendor(unit, Number(values.vendorId))
    const given = rowsOf(values.lines)
    const goods = await goodsOf(unit, given as never)
    const lines = await checkedLines(unit, given, goods)
    const accepted = lines.filter(({ inspection }) => inspection !== 'reject')
    const posted =
      accepted.length === 0
        ? null
        : await unit.service(storeLedger).receive(
            STORE,
            'purchaseIn',
            accepted.map((line) => ({
              itemId: goodOf(goods, line).stockItemId,
              qty: Number(line.qty),
              amount: line.amount,
              batchNo: line.batchNo,
              produceDate: line.produceDate,
              expireDate: line.expireDate,
            })),
            { reason: '', byUser: access.userId },
          )
    return {
      ...values,
      lines,
      docNo: posted?.no ?? null,
      amount: sumMoney(lines.map(({ amount }) => amount)),
      rejected: lines.length - accepted.length,
      receiverId: access.userId,
    }
  },
  async afterWrite(_row, unit) {
    for (const record of ['ingredient', 'ingredientBatch', 'ingredientEntry', 'ingredientMonth'] as const)
      unit.changed(record, null)
  },
}
