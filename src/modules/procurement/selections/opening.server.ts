/** The opening of sealed quotes by two people (E3): what the first enters stays sealed until the second enters the same amounts. */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { fileLinks } from '#src/define/fileLinks.ts'
import { listOf, RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { change, lockSelection, type SelectionRow } from './rows.server.ts'

interface Envelope {
  readonly vendorId: number
  readonly envelopeNo: string
  readonly name: string
}

/** The envelopes of the round. */
async function envelopesOf(unit: UnitOfWork, { id, round }: SelectionRow): Promise<readonly Envelope[]> {
  const { rows } = await sql<Envelope>`
    select c.vendor_id, c.envelope_no, v.name from selection_receipt c join vendor v on v.id = c.vendor_id
    where c.selection_id = ${id} and c.round = ${round} and c.ended_at is null order by c.received_at, c.id`.execute(
    unit.db,
  )
  return rows
}

/** PRC-41: no opening before the deadline. @throws RuleError */
async function lockDue(unit: UnitOfWork, id: number): Promise<SelectionRow> {
  const row = await lockSelection(unit, id, 'inviting')
  if (unit.clock.now() < row.deadline) throw new RuleError('rule.PRC-41')
  return row
}

/** One quote for each envelope, and no other. @throws RuleError */
function refuseOthers(envelopes: readonly Envelope[], ids: readonly number[]): void {
  if (envelopes.length === 0) throw new RuleError('selection.nothingReceived')
  const missing = envelopes.filter(({ vendorId }) => !ids.includes(vendorId))
  if (missing.length > 0)
    throw new RuleError('selection.quoteMissing', listOf(missing.map(({ name }) => name))).at('quotes')
  const extra = ids.findIndex(
    (id, index) => !envelopes.some(({ vendorId }) => vendorId === id) || ids.indexOf(id) !== index,
  )
  if (extra >= 0) throw new RuleError('selection.noEnvelope').at(`quotes.${extra}.vendorId`)
}

/** Stands for the price of an item that the vendor did not quote. */
const UNQUOTED = '-'

const pricesOf = (value: unknown): readonly string[] =>
  textIn(value as string)
    .split(/[;；,，\s]+/)
    .filter(Boolean)

/** The first person enters what is in the envelopes. */
export async function enterOpening(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const row = await lockDue(unit, id)
  if (row.openedBy !== null) throw new RuleError('version.conflict')
  const quotes = rowsOf(values.quotes)
  refuseOthers(
    await envelopesOf(unit, row),
    quotes.map(({ vendorId }) => Number(vendorId)),
  )
  const silent = quotes.findIndex(({ isValid, invalidReason }) => isValid !== true && textIn(invalidReason) === '')
  if (silent >= 0) throw new RuleError('selection.invalidWithoutReason').at(`quotes.${silent}.invalidReason`)
  const count = rowsOf(row.items as unknown as FormData[]).length
  const uneven = quotes.findIndex(({ unitPrices }) => {
    const prices = pricesOf(unitPrices)
    return (
      prices.length > 0 &&
      (prices.length !== count || prices.some((price) => price !== UNQUOTED && !/^\d{1,8}(\.\d{1,2})?$/.test(price)))
    )
  })
  if (uneven >= 0) throw new RuleError('selection.pricesUneven', count).at(`quotes.${uneven}.unitPrices`)
  const opening = unit.service(secrets).seal(JSON.stringify(quotes))
  await change(unit, id, { opening, openedBy: access.userId, minutes: textIn(values.minutes) }, access.userId)
}

/** The second person enters the amounts once more and adds the papers: where both amounts are the same, the quotes are open. */
export async function confirmOpening(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const row = await lockDue(unit, id)
  if (row.opening === null || row.openedBy === null) throw new RuleError('version.conflict')
  if (row.openedBy === access.userId) throw new RuleError('selection.secondPerson')
  const envelopes = await envelopesOf(unit, row)
  const again = rowsOf(values.quotes)
  refuseOthers(
    envelopes,
    again.map(({ vendorId }) => Number(vendorId)),
  )
  const quotes = rowsOf(JSON.parse(unit.service(secrets).open(row.opening)) as FormData[])
  const differ = envelopes.filter(({ vendorId }) => {
    const [one, other] = [quotes, again].map((list) => list.find((quote) => quote.vendorId === vendorId)?.amount)
    return compareMoney(textIn(one) || '0.00', textIn(other) || '0.00') !== 0
  })
  if (differ.length > 0)
    throw new RuleError('selection.amountsDiffer', listOf(differ.map(({ name }) => name))).at('quotes')
  const filesOf = ({ vendorId }: FormData) => fileIdsIn(again.find((quote) => quote.vendorId === vendorId)?.quoteFile)
  await writeQuotes(
    unit,
    row,
    quotes.map((quote) => ({ ...quote, quoteFile: filesOf(quote) })),
    envelopes,
    access,
  )
  const now = unit.clock.now()
  await change(unit, id, { state: 'opened', opening: null, confirmedBy: access.userId, openedAt: now }, access.userId)
  if (row.scoring === 'weighted')
    unit.notify({
      to: row.panel,
      contentType: 'REMIND',
      title: { key: 'selection.scoreNow', params: [row.subject] },
      link: `/procurement/review?id=${id}`,
    })
}

async function hashOf(unit: UnitOfWork, ids: readonly number[]): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select hash from shared_file where id = any(${[...ids]}::bigint[]) order by id`.execute(unit.db)
  return rows.map(({ hash }) => hash).join(' ')
}

async function writeQuotes(
  unit: UnitOfWork,
  row: SelectionRow,
  quotes: readonly FormData[],
  envelopes: readonly Envelope[],
  access: Access,
): Promise<void> {
  const placeOf = (quote: FormData) => envelopes.findIndex(({ vendorId }) => vendorId === quote.vendorId)
  const order = quotes
    .filter(({ isValid }) => isValid === true)
    // Of equal amounts the envelope that came first.
    .toSorted((one, other) => compareMoney(textIn(one.amount), textIn(other.amount)) || placeOf(one) - placeOf(other))
  const names = rowsOf(row.items as unknown as FormData[]).map(({ name }) => textIn(name))
  for (const quote of quotes) {
    const quoteFile = [...fileIdsIn(quote.quoteFile)]
    const prices = pricesOf(quote.unitPrices)
    const added = await adding(
      unit,
      'selection_quote',
      {
        selectionId: row.id,
        deptId: row.deptId,
        round: row.round,
        vendorId: Number(quote.vendorId),
        envelopeNo: envelopes.find(({ vendorId }) => vendorId === quote.vendorId)?.envelopeNo ?? '',
        amount: textIn(quote.amount),
        deliveryDays: Number(quote.deliveryDays),
        warrantyMonths: Number(quote.warrantyMonths),
        prices: JSON.stringify(
          prices.map((price, index) => ({
            item: names[index],
            price: price === UNQUOTED ? null : Number(price).toFixed(2),
          })),
        ),
        quoteFile,
        fileHash: await hashOf(unit, quoteFile),
        isValid: quote.isValid === true,
        invalidReason: quote.isValid === true ? null : textIn(quote.invalidReason),
        // Where the panel scores, quotes are ranked once all sheets are in.
        rank: quote.isValid === true && row.scoring === 'lowest' ? order.indexOf(quote) + 1 : null,
        openedAt: unit.clock.now(),
      },
      access.userId,
    )
      .returning('id')
      .executeTakeFirstOrThrow()
    await unit
      .service(fileLinks)
      .share({ record: 'selection', recordId: row.id }, { record: 'selectionQuote', recordId: added.id }, quoteFile)
    unit.changed('selectionQuote', added.id)
  }
}
