/** Documents as people write, submit, approve and post them (STK-51, STK-52). */

import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { listOf, type Problem, type ProblemParam, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { amountForQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { type CountedItem, placesProblem } from '../contract.ts'
import { isIn } from '../documents/kinds.ts'
import { lockDocument } from '../documents/lines.server.ts'
import { postDocument, refuseClosedPeriod } from '../documents/post.server.ts'
import { receiveTransfer } from '../documents/receive.server.ts'
import { reverseDocument } from '../documents/reverse.server.ts'
import { refuseUnpostable } from '../documents/trial.server.ts'
import { codeOf, nextNumbers } from '../ledger/documents.server.ts'
import { isKeptElsewhere } from '../stores/stores.server.ts'
import { demandProblems } from './demands.server.ts'
import { priceProblems } from './prices.server.ts'

/** Types that counts and imports make. */
const madeElsewhere = ['surplusIn', 'openingIn', 'issueOut', 'lossOut']

interface ItemRow extends CountedItem {
  readonly id: number
  readonly sizeList: string
  readonly expiryManaged: boolean
  readonly state: string
}

/** Every mistake of the lines at once: sizes the item does not have, dates it needs, batches and bins of another place. */
export async function lineProblems(
  values: FormData,
  type: string,
  unit: UnitOfWork,
): Promise<Record<string, Problem[]>> {
  const lines = rowsOf(values.lines)
  const { rows: items } = await sql<ItemRow>`
    select id, name, qty_places::int as qty_places, size_list, expiry_managed, state from stock_item where id = any(${lines.map(({ itemId }) => Number(itemId))}::bigint[])`.execute(
    unit.db,
  )
  const { rows: batches } = await sql<{ id: number; itemId: number; size: string; warehouseId: number }>`
    select id, item_id, size, warehouse_id from stock_batch where id = any(${lines.flatMap(({ batchId }) => (batchId ? [Number(batchId)] : []))}::bigint[])`.execute(
    unit.db,
  )
  const { rows: bins } = await sql<{ code: string }>`
    select code from stock_bin where warehouse_id = ${Number(values.warehouseId)} and deleted_at is null`.execute(
    unit.db,
  )
  const problems: Record<string, Problem[]> = {}
  const seen = new Set<string>()
  const isReceipt = type.endsWith('In')
  lines.forEach((line, index) => {
    const at = (field: string, key: ProblemKey, ...params: ProblemParam[]) => {
      problems[`lines.${index}.${field}`] = [{ key, params }]
    }
    const found = items.find(({ id }) => id === Number(line.itemId))
    const size = String(line.size ?? '')
    const sizes = (found?.sizeList ?? '').split(',').filter((one) => one !== '')
    if (sizes.length > 0 && !sizes.includes(size)) at('size', 'stock.sizeUnknown', listOf(sizes))
    if (sizes.length === 0 && size !== '') at('size', 'stock.sizeNone')
    if (found?.state === 'disabled' && isReceipt) at('itemId', 'stock.itemDisabled')
    if (isReceipt && found?.expiryManaged === true && String(line.expireDate ?? '') <= unit.clock.today())
      at('expireDate', 'stock.expiryMissing')
    const finer = found && placesProblem(found, Number(line.qty ?? 0))
    if (finer) problems[`lines.${index}.qty`] = [finer]
    const batch = batches.find(({ id }) => id === Number(line.batchId))
    if (
      batch &&
      (batch.itemId !== Number(line.itemId) || batch.size !== size || batch.warehouseId !== Number(values.warehouseId))
    )
      at('batchId', 'stock.batchUnknown')
    if (line.bin && !bins.some(({ code }) => code === line.bin)) at('bin', 'stock.binUnknown')
    const key = [
      line.itemId,
      size,
      line.batchId ?? '',
      line.batchNo ?? '',
      line.expireDate ?? '',
      line.demandId ?? '',
    ].join('/')
    if (seen.has(key)) at('itemId', 'stock.lineTwice')
    seen.add(key)
  })
  return problems
}

/** A return names a posted receipt of its warehouse. */
async function receiptProblems(values: FormData, type: string, unit: UnitOfWork): Promise<Record<string, Problem[]>> {
  if (type !== 'returnOut' || typeof values.receiptId !== 'number') return {}
  const { rows } = await sql<{ no: string }>`
    select no from stock_doc where id = ${values.receiptId} and type in ('purchaseIn', 'otherIn') and state = 'posted' and reverses_id is null
      and warehouse_id = ${Number(values.warehouseId)} and deleted_at is null`.execute(unit.db)
  return rows.length === 0 ? { receiptId: [{ key: 'stock.receiptUnknown' }] } : {}
}

async function checked(values: FormData, type: string, unit: UnitOfWork): Promise<FormData> {
  if (madeElsewhere.includes(type)) throw new ValidationError({ type: [{ key: 'stock.typeMadeElsewhere' }] })
  if (type === 'transfer' && Number(values.warehouseId) === Number(values.toWarehouseId))
    throw new ValidationError({ toWarehouseId: [{ key: 'stock.sameWarehouse' }] })
  const problems = {
    ...(await lineProblems(values, type, unit)),
    ...(await demandProblems(values, unit)),
    ...(await receiptProblems(values, type, unit)),
    ...(await priceProblems(values, type, unit)),
  }
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  await refuseClosedPeriod(unit, String(values.docDate))
  if (!type.endsWith('In')) return values
  const lines = rowsOf(values.lines).map((line) => ({
    ...line,
    amount: amountForQty(String(line.price ?? '0.00'), Number(line.qty)),
  }))
  return { ...values, lines }
}

/** The rows that are posted follow the form. */
export async function syncLines(unit: UnitOfWork, id: number, type: string, lines: readonly FormData[]): Promise<void> {
  await sql`delete from stock_doc_line where doc_id = ${id}`.execute(unit.db)
  const rows = lines.map((line, place) => ({
    place,
    itemId: line.itemId,
    size: line.size ?? '',
    batchId: line.batchId ?? null,
    batchNo: line.batchNo ?? '',
    produceDate: line.produceDate ?? null,
    expireDate: line.expireDate ?? null,
    demandId: line.demandId ?? null,
    bin: line.bin ?? null,
    qty: type === 'valueAdjust' ? 0 : line.qty,
    price: line.price ?? '0.00',
    amount: line.change ?? line.amount ?? '0.00',
    reason: line.reason ?? line.priceNote ?? '',
  }))
  await sql`insert into stock_doc_line (doc_id, place, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, qty, price, amount, reason, demand_id)
    select d.id, given."place", "itemId", "size", "batchId", "batchNo", "produceDate", "expireDate", bin.id, given."qty", "price", "amount", given."reason", "demandId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("place" int, "itemId" bigint, "size" text, "batchId" bigint, "batchNo" text,
      "produceDate" date, "expireDate" date, "demandId" bigint, "bin" text, "qty" numeric, "price" numeric, "amount" numeric, "reason" text)
    join stock_doc d on d.id = ${id} left join stock_bin bin on bin.warehouse_id = d.warehouse_id and bin.code = given."bin" and bin.deleted_at is null`.execute(
    unit.db,
  )
  const qty = sumQty(rows.map((row) => Number(row.qty)))
  const value = type.endsWith('In') ? sumMoney(rows.map(({ amount }) => String(amount))) : '0.00'
  await sql`update stock_doc set qty = ${qty}, value = ${value} where id = ${id}`.execute(unit.db)
}

async function moveTo(unit: UnitOfWork, id: number, state: string, access: Access, more = sql``): Promise<void> {
  await sql`update stock_doc set state = ${state}, updated_at = ${unit.clock.now()}, updated_by = ${access.userId}, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
}

/** STK-51: whoever made or submitted a document does not approve it. */
async function approve(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const document = await lockDocument(unit, id)
  if (document.makerId === access.userId) throw new RuleError('rule.STK-51')
  await refuseUnpostable(unit, document, access.userId)
  await moveTo(
    unit,
    id,
    'approved',
    access,
    sql`, approver_id = ${access.userId}, approved_at = ${unit.clock.now()}, comment = ${String(values.comment ?? '')}`,
  )
  if (values.postNow === true) await postDocument(unit, id, access.userId)
}

async function sendBack(unit: UnitOfWork, id: number, reason: string, access: Access): Promise<void> {
  const document = await lockDocument(unit, id)
  await moveTo(unit, id, 'draft', access, sql`, comment = ${reason}`)
  if (document.makerId !== null)
    unit.notify({
      to: [document.makerId],
      contentType: 'REMIND',
      title: { key: 'stock.sentBack', params: [document.no] },
      link: '/stockmanage/inAndOutManage',
    })
}

/** What was posted is undone by its opposite; what was approved and is not posted yet has nothing to undo. */
async function voidDocument(unit: UnitOfWork, id: number, reason: string, access: Access): Promise<void> {
  const document = await lockDocument(unit, id)
  if (document.state !== 'approved') return reverseDocument(unit, id, reason, access.userId)
  await moveTo(
    unit,
    id,
    'voided',
    access,
    sql`, voided_at = ${unit.clock.now()}, voided_by = ${access.userId}, void_reason = ${reason}`,
  )
}

type Actions = NonNullable<RecordServer['actions']>
const actions: Actions = {
  async submit(row, _values, unit, access) {
    await refuseUnpostable(unit, await lockDocument(unit, row.id), access.userId)
    await moveTo(
      unit,
      row.id,
      'submitted',
      access,
      sql`, maker_id = ${access.userId}, submitted_at = ${unit.clock.now()}`,
    )
  },
  approve: (row, values, unit, access) => approve(unit, row.id, values, access),
  sendBack: (row, values, unit, access) => sendBack(unit, row.id, String(values.reason), access),
  void: (row, values, unit, access) => voidDocument(unit, row.id, String(values.reason), access),
}
const post: Actions[string] = (row, _values, unit, access) => postDocument(unit, row.id, access.userId)

/** The server part of one of the lists; `fixed` is the type where the form does not ask it. */
function documentRecord(fixed: string | null, more: Actions): RecordServer {
  const typeOf = (values: FormData): string => fixed ?? String(values.type)
  return {
    waiting: isKeptElsewhere,
    computed: {
      ...(fixed !== 'valueAdjust' && { qty: 'r.qty' }),
      value: 'r.value',
      itemId: '(select l.item_id from stock_doc_line l where l.doc_id = r.id order by l.place limit 1)',
      lineCount: '(select count(*) from stock_doc_line l where l.doc_id = r.id)',
    },
    filters: {
      itemId: (ids) =>
        sql<SqlBool>`r.id in (select l.doc_id from stock_doc_line l where l.item_id = any(${ids.map(Number)}::bigint[]))`,
    },
    async beforeCreate(values, unit, access) {
      const type = typeOf(values)
      const [no = ''] = await nextNumbers(unit, codeOf(type))
      return { ...(await checked(values, type, unit)), type, no, state: 'draft', makerId: access.userId }
    },
    async beforeUpdate(values, row, unit) {
      return checked(
        { ...(row as unknown as FormData), ...values },
        typeOf({ ...(row as unknown as FormData), ...values }),
        unit,
      )
    },
    async afterWrite(row, unit, access) {
      const now = row as unknown as FormData & { id: number; type: string }
      await syncLines(unit, now.id, now.type, rowsOf(now.lines))
      // Said while it is written: what is not there cannot go out, approved or not.
      if (!isIn(now.type)) await refuseUnpostable(unit, await lockDocument(unit, now.id), access.userId)
    },
    actions: { ...actions, ...more },
  }
}

const received: Actions[string] = (row, values, unit, access) =>
  receiveTransfer(
    unit,
    row.id,
    rowsOf(values.lines).map((line) => ({
      itemId: Number(line.itemId),
      size: String(line.size ?? ''),
      qty: Number(line.qty),
    })),
    String(values.reason ?? ''),
    access.userId,
  )

export const documentRecords: Readonly<Record<string, RecordServer>> = {
  stockIn: documentRecord(null, { post }),
  stockOut: documentRecord(null, { post }),
  stockTransfer: documentRecord('transfer', { send: post, receive: received }),
  stockAdjust: documentRecord('valueAdjust', { post }),
}
