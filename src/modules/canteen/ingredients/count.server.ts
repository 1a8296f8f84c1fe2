/** Counts of batches (50.2, E5): the difference of that moment, posted at once or when a second person agrees. */
import { sql } from 'kysely'
import { type Problem, problemOf, RuleError, ValidationError } from '#src/define/problem.ts'
import { changing } from '#src/define/records/rows.server.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents, sumMoney, toCents } from '#src/fields/money/cents.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import { storeLedger } from '#src/modules/stock/contract.ts'
import { firstRepeated } from '../repeated.ts'
import { STORE } from './goods.server.ts'

/** Part of the value that was counted from which a difference waits for a second person. */
export const REVIEW_ABOVE_PERCENT = 5

interface BookRow {
  readonly id: number
  readonly itemId: number
  readonly batchNo: string
  readonly produceDate: string | null
  readonly expireDate: string | null
  readonly qty: string
  readonly value: string
}

async function booked(unit: UnitOfWork, ids: readonly number[]): Promise<ReadonlyMap<number, BookRow>> {
  const { rows } = await sql<BookRow>`
    select id, item_id, batch_no, produce_date, expire_date, qty::text as qty, value::text as value from shared_store_batch
    where store = ${STORE} and id = any(${[...ids]}::bigint[])`.execute(unit.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const worthOf = ({ qty, value }: BookRow, difference: number): string =>
  Number(qty) === 0 ? '0.00' : fromCents(BigInt(Math.round((Number(toCents(value)) * difference) / Number(qty))))

const absolute = (amount: string): number => Math.abs(Number(toCents(amount)))

async function checked(unit: UnitOfWork, given: readonly FormData[]): Promise<readonly FormData[]> {
  const again = firstRepeated(given.map(({ batchId }) => batchId))
  if (again !== null) throw new RuleError('canteen.batchTwice').at(`lines.${again}.batchId`)
  const rows = await booked(
    unit,
    given.map(({ batchId }) => Number(batchId)),
  )
  const problems: Record<string, Problem[]> = {}
  const lines = given.map((line, index) => {
    const row = rows.get(Number(line.batchId))
    if (row === undefined) {
      problems[`lines.${index}.batchId`] = [problemOf('check.notFound')]
      return line
    }
    const difference = subtractQty(Number(line.countedQty), Number(row.qty))
    if (difference !== 0 && (line.diffReason ?? '') === '')
      problems[`lines.${index}.diffReason`] = [problemOf('canteen.diffReason')]
    return { ...line, bookQty: row.qty, bookValue: row.value, value: worthOf(row, difference) }
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return lines
}

/** Posts the differences as they were counted, whatever moved since. */
async function post(unit: UnitOfWork, lines: readonly FormData[], byUser: number): Promise<void> {
  const rows = await booked(
    unit,
    lines.map(({ batchId }) => Number(batchId)),
  )
  const moved = lines.flatMap((line) => {
    const row = rows.get(Number(line.batchId))
    const qty = subtractQty(Number(line.countedQty), Number(line.bookQty))
    return row === undefined || qty === 0 ? [] : [{ row, qty, value: String(line.value) }]
  })
  const ledger = unit.service(storeLedger)
  const lost = moved.filter(({ qty }) => qty < 0)
  if (lost.length > 0)
    await ledger.take(
      STORE,
      'lossOut',
      lost.map(({ row, qty }) => ({ itemId: row.itemId, qty: -qty, batchId: row.id })),
      { reason: '', byUser },
    )
  const found = moved.filter(({ qty }) => qty > 0)
  if (found.length > 0)
    await ledger.receive(
      STORE,
      'surplusIn',
      found.map(({ row, qty, value }) => ({ ...row, qty, amount: value })),
      { reason: '', byUser },
    )
}

async function decide(unit: UnitOfWork, id: number, isAgreed: boolean, note: unknown, by: number): Promise<void> {
  const { rows } = await sql<{ state: string; lines: readonly FormData[]; createdBy: number }>`
    select state, lines, created_by from ingredient_count where id = ${id} for update`.execute(unit.db)
  const count = rows[0]
  if (count?.state !== 'review') throw new RuleError('version.conflict')
  if (count.createdBy === by) throw new RuleError('canteen.countTwoPeople')
  if (isAgreed) await post(unit, count.lines, by)
  await changing(
    unit,
    'ingredient_count',
    {
      state: isAgreed ? 'posted' : 'rejected',
      approverId: by,
      approvedAt: unit.clock.now(),
      note: (note as string) ?? null,
    },
    by,
  )
    .where('id', '=', id)
    .execute()
  for (const record of ['ingredientCount', 'ingredient', 'ingredientBatch', 'ingredientEntry'] as const)
    unit.changed(record, null)
}

export const countServer: RecordServer = {
  async beforeCreate(values, unit, access) {
    const lines = await checked(unit, rowsOf(values.lines))
    const bookValue = sumMoney(lines.map((line) => String(line.bookValue)))
    const difference = sumMoney(lines.map((line) => String(line.value)))
    const apart = lines.reduce((sum, line) => sum + absolute(String(line.value)), 0)
    const isLarge = apart * 100 > absolute(bookValue) * REVIEW_ABOVE_PERCENT
    if (!isLarge) await post(unit, lines, access.userId)
    else
      unit.notify({
        to: await unit.usersWithRole('assetManager'),
        contentType: 'REMIND',
        title: { key: 'canteen.countWaits', params: [difference] },
        link: '/restaurant/ingredient?tab=counts',
      })
    return {
      ...values,
      state: isLarge ? 'review' : 'posted',
      lines: lines.map(({ bookValue: _bookValue, ...line }) => line),
      bookValue,
      difference,
    }
  },
  async afterWrite(_row, unit) {
    for (const record of ['ingredient', 'ingredientBatch', 'ingredientEntry'] as const) unit.changed(record, null)
  },
  actions: {
    approve: ({ id }, { note }, unit, { userId }) => decide(unit, id, true, note, userId),
    reject: ({ id }, { note }, unit, { userId }) => decide(unit, id, false, note, userId),
  },
}
