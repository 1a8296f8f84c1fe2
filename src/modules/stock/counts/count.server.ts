/** Counts from their snapshot to the documents of their differences (STK-54). */

import { sql } from 'kysely'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { type Problem, problemOf, RuleError, ValidationError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { centsForQty, sumQty } from '#src/fields/quantity/quantities.ts'
import { postDocument } from '../documents/post.server.ts'
import { differenceOf } from '../ledger/counting.ts'
import { codeOf, nextNumbers } from '../ledger/documents.server.ts'
import { type CountLine, countLines, firstLook, isUndecided, readCount, secondLook } from './sheet.server.ts'

/** STK-54: a loss above this is approved only with the comment of the head of logistics, in yuan. */
const HEAD_COMMENT_ABOVE = 100_000n

interface Difference {
  readonly line: CountLine
  readonly qty: number
  readonly cents: bigint
}

function differencesOf(lines: readonly CountLine[]): readonly Difference[] {
  return lines.flatMap((line) => {
    const qty = differenceOf(firstLook(line), secondLook(line)) ?? 0
    return qty === 0 ? [] : [{ line, qty, cents: centsForQty(toCents(line.price), qty) }]
  })
}

const sumOf = (differences: readonly Difference[]): bigint => differences.reduce((sum, { cents }) => sum + cents, 0n)

/** What the differences of a count are worth, for its approver to see before the decision. */
export async function keepDifferenceSums(unit: UnitOfWork, id: number): Promise<void> {
  const differences = differencesOf(await countLines(unit, id))
  const gain = sumOf(differences.filter(({ qty }) => qty > 0))
  const loss = -sumOf(differences.filter(({ qty }) => qty < 0))
  await sql`update stock_count set gain = ${fromCents(gain)}, loss = ${fromCents(loss)} where id = ${id}`.execute(
    unit.db,
  )
}

async function postDifferences(
  unit: UnitOfWork,
  count: { readonly id: number; readonly no: string; readonly warehouseId: number },
  type: 'surplusIn' | 'lossOut',
  differences: readonly Difference[],
  makerId: number | null,
  access: Access,
): Promise<void> {
  if (differences.length === 0) return
  const [no = ''] = await nextNumbers(unit, codeOf(type))
  const now = unit.clock.now()
  const units = sumQty(differences.map(({ qty }) => Math.abs(qty)))
  const { rows } = await sql<{ id: number }>`
    insert into stock_doc (no, type, warehouse_id, state, doc_date, count_id, reason, qty, maker_id, approver_id, approved_at, created_at, created_by, updated_at, updated_by)
    values (${no}, ${type}, ${count.warehouseId}, 'approved', ${unit.clock.today()}, ${count.id}, ${count.no}, ${units}, ${makerId}, ${access.userId}, ${now},
      ${now}, ${access.userId}, ${now}, ${access.userId}) returning id`.execute(unit.db)
  const id = rows[0]?.id ?? 0
  await sql`insert into stock_doc_line (doc_id, place, item_id, size, batch_id, batch_no, produce_date, expire_date, bin_id, qty, amount, reason)
    select ${id}::bigint, given."place", t.item_id, t.size, t.id, t.batch_no, t.produce_date, t.expire_date, t.bin_id, given."qty", given."amount", given."reason"
    from jsonb_to_recordset(${JSON.stringify(
      differences.map(({ line, qty, cents }, place) => ({
        place,
        batchId: line.batchId,
        qty: Math.abs(qty),
        amount: fromCents(cents < 0n ? -cents : cents),
        reason: line.reason,
      })),
    )}::jsonb) as given("place" int, "batchId" bigint, "qty" numeric, "amount" numeric, "reason" text) join stock_batch t on t.id = given."batchId"
    order by given."place"`.execute(unit.db)
  await postDocument(unit, id, access.userId)
}

async function approve(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const count = await readCount(unit, id)
  if (count.counterIds.includes(access.userId)) throw new RuleError('rule.STK-51')
  const lines = await countLines(unit, id)
  const differences = differencesOf(lines)
  const gains = differences.filter(({ qty }) => qty > 0)
  const losses = differences.filter(({ qty }) => qty < 0)
  const loss = -sumOf(losses)
  if (loss > HEAD_COMMENT_ABOVE && isBlank(String(values.headComment ?? '')))
    throw new RuleError('rule.STK-54', fromCents(loss), fromCents(HEAD_COMMENT_ABOVE)).at('headComment')
  const makerId = lines.find(({ firstBy }) => firstBy !== null)?.firstBy ?? null
  await postDifferences(unit, count, 'surplusIn', gains, makerId, access)
  await postDifferences(unit, count, 'lossOut', losses, makerId, access)
  const counted = [...new Set(lines.filter(({ firstQty }) => firstQty !== null).map(({ itemId }) => itemId))]
  await sql`update stock_item set counted_on = ${unit.clock.today()} where id = any(${counted}::bigint[])`.execute(
    unit.db,
  )
  const now = unit.clock.now()
  await sql`update stock_count set state = 'posted', gain = ${fromCents(sumOf(gains))}, loss = ${fromCents(loss)}, comment = ${(values.comment as string | undefined) ?? null},
    head_comment = ${(values.headComment as string | undefined) ?? null}, approver_id = ${access.userId}, approved_at = ${now}, updated_at = ${now}, version = version + 1
    where id = ${id}`.execute(unit.db)
}

/** Every difference has its reason, and the second counter has been where one is needed. Uncounted lines stay as they are. */
async function submit(unit: UnitOfWork, id: number): Promise<void> {
  const count = await readCount(unit, id)
  const lines = await countLines(unit, id)
  if (lines.every(({ firstQty }) => firstQty === null)) throw new RuleError('stock.nothingCounted')
  const undecided = lines.filter((line) => isUndecided(line, count.secondAbove))
  if (undecided[0]) throw new RuleError('stock.secondNeeded', undecided[0].name, undecided.length)
  const silent = differencesOf(lines).filter(({ line }) => isBlank(line.reason))
  if (silent[0]) throw new RuleError('stock.reasonNeeded', silent[0].line.name, silent.length)
  await keepDifferenceSums(unit, id)
  await move(unit, id, 'review', sql`, submitted_at = ${unit.clock.now()}`)
  unit.notify({
    to: (await unit.usersWithRole('assetManager')).filter((person) => !count.counterIds.includes(person)),
    contentType: 'REMIND',
    title: { key: 'stock.countSubmitted', params: [count.no] },
    link: `/stockmanage/inAndOutManage?tab=counts&id=${id}`,
  })
}

async function move(unit: UnitOfWork, id: number, state: string, more = sql``): Promise<void> {
  await sql`update stock_count set state = ${state}, updated_at = ${unit.clock.now()}, version = version + 1 ${more} where id = ${id}`.execute(
    unit.db,
  )
}

/** Another open count that holds part of the same things: both would post their differences. */
async function sameScope(values: FormData, unit: UnitOfWork): Promise<Problem | null> {
  const { warehouseId, category = null, countClass = null } = values
  const { rows } = await sql<{ no: string }>`
    select no from stock_count where state in ('counting', 'review') and deleted_at is null and warehouse_id = ${Number(warehouseId)}::bigint
      and (category is null or ${category as string | null}::text is null or category = ${category as string | null}::text)
      and (count_class is null or ${countClass as string | null}::text is null or count_class = ${countClass as string | null}::text)
    order by id desc limit 1`.execute(unit.db)
  return rows[0] === undefined ? null : problemOf('stock.countRunning', rows[0].no)
}

export const countRecord: RecordServer = {
  question: sameScope,
  computed: {
    counted: '(select count(*) from stock_count_line l where l.count_id = r.id and l.first_qty is not null)',
    total: '(select count(*) from stock_count_line l where l.count_id = r.id)',
  },
  async beforeCreate(values, unit) {
    const [no = ''] = await nextNumbers(unit, 'PD')
    return { ...values, no, state: 'counting' }
  },
  /** The snapshot: everything on hand in the scope of the count. */
  async afterWrite(row, unit, _access, before) {
    if (before !== null) return
    const count = row as unknown as {
      id: number
      warehouseId: number
      category: string | null
      countClass: string | null
    }
    const { rows } = await sql`
      insert into stock_count_line (count_id, batch_id, snapshot_qty)
      select ${count.id}::bigint, t.id, t.qty from stock_batch t join stock_item i on i.id = t.item_id
      where t.warehouse_id = ${count.warehouseId} and t.qty > 0 and (${count.category}::text is null or i.category = ${count.category})
        and (${count.countClass}::text is null or i.count_class = ${count.countClass}) order by t.id returning id`.execute(
      unit.db,
    )
    if (rows.length === 0) throw new ValidationError({ warehouseId: [{ key: 'stock.nothingToCount' }] })
  },
  actions: {
    submit: (row, _values, unit) => submit(unit, row.id),
    // A recount is blind: by how much the book differs must not show.
    reopen: (row, values, unit) =>
      move(unit, row.id, 'counting', sql`, gain = 0, loss = 0, comment = ${String(values.comment)}`),
    approve: (row, values, unit, access) => approve(unit, row.id, values, access),
    cancel: (row, values, unit) => move(unit, row.id, 'cancelled', sql`, comment = ${String(values.comment)}`),
  },
}
