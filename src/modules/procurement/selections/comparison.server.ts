/** Quotes side by side after their opening, line by line, with the scores once all are in (50.10, E13). */
import { type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, sumMoney, timesMoney } from '#src/fields/money/cents.ts'
import { textIn } from '#src/fields/values.ts'
import { biddersIn } from '../vendors/related.server.ts'
import { invitedIn } from './invitations.ts'
import { isCompliant, quotesOf, weightsOf } from './offers.server.ts'
import type { SelectionRow } from './rows.server.ts'
import { sheetsOf } from './scores.server.ts'
import type { ComparedLine, OwnReview, SelectionComparison, SelectionScoring } from './selection.types.ts'
import { type Sign, signsOf } from './signs.ts'

type Quote = Awaited<ReturnType<typeof quotesOf>>[number]

/** The selection for its panel and for those who may read it. @throws Refusal 4004 */
async function readableSelection(unit: UnitOfWork, access: Access, id: number): Promise<SelectionRow> {
  const row = await unit.db
    .selectFrom('selection as r')
    .selectAll()
    .where('r.id', '=', id)
    .where('r.deletedAt', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  if (row.panel.includes(access.userId)) return row
  if (!access.may('selection:Retrieve')) throw notFound()
  const reached = await unit.db
    .selectFrom('selection as r')
    .select('r.id')
    .where('r.id', '=', id)
    .where(reachedBy(access, 'selection:Retrieve', { department: 'r.dept_id', owner: 'r.owner_id' }))
    .executeTakeFirst()
  if (reached === undefined) throw notFound()
  return row
}

/** Prices of a quote, one for each line; null where it has none. */
const pricesOf = ({ prices }: Quote, count: number): readonly (string | null)[] => {
  const rows = rowsOf(prices as unknown as FormData[])
  return Array.from({ length: count }, (_, index) => textIn(rows[index]?.price) || null)
}

const leastOf = (amounts: readonly string[]): string | null =>
  amounts.reduce<string | null>((least, one) => (least === null || compareMoney(one, least) < 0 ? one : least), null)

function linesOf(row: SelectionRow, quotes: readonly Quote[]): readonly ComparedLine[] {
  const items = rowsOf(row.items as unknown as FormData[])
  const quoted = quotes.map((quote) => pricesOf(quote, items.length))
  return items.map(({ name, spec, unit, qty }, index) => {
    const prices = quoted.map((list) => list[index] ?? null)
    const least = leastOf(prices.flatMap((price, at) => (price !== null && quotes[at]?.isValid === true ? price : [])))
    return {
      name: textIn(name),
      spec: textIn(spec),
      unit: textIn(unit),
      qty: Number(qty),
      prices,
      isLowest: prices.map((price, at) => price !== null && price === least && quotes[at]?.isValid === true),
    }
  })
}

/** What the lines of a quote come to where each has a price and the sum is not its amount. */
function differingTotal(lines: readonly ComparedLine[], at: number, amount: string): string | null {
  const parts = lines.map(({ prices, qty }) => (prices[at] == null ? null : timesMoney(prices[at] ?? '0.00', qty)))
  if (parts.some((part) => part === null)) return null
  const total = sumMoney(parts.flatMap((part) => part ?? []))
  return compareMoney(total, amount) === 0 ? null : total
}

/** What the quotes have in common that strangers have not. */
async function signsAmong(unit: UnitOfWork, quotes: readonly Quote[]): Promise<readonly Sign[]> {
  const bidders = await biddersIn(unit)
  return signsOf(
    quotes.map(({ vendorId, vendor, amount, fileHash }) => ({
      vendor,
      bidder: bidders.get(vendorId) ?? vendorId,
      amount,
      hashes: fileHash.split(' '),
    })),
  )
}

async function scoringOf(
  unit: UnitOfWork,
  row: SelectionRow,
  access: Access,
  language: Language,
): Promise<SelectionScoring> {
  const sheets = await sheetsOf(unit, row)
  const names = await unit.namesOf(row.panel, language)
  const nameOf = (member: number): string => names.get(member) ?? ''
  return {
    weights: weightsOf(row),
    members: row.panel.length,
    submitted: row.panel.filter((member) => sheets.has(member)).length,
    missing: row.panel.filter((member) => !sheets.has(member)).map(nameOf),
    mayScore: row.state === 'opened' && row.scoredAt === null && row.panel.includes(access.userId),
    own: sheets.get(access.userId) ?? null,
    // Blind: a sheet of another is shown with all of them or not at all.
    sheets:
      row.scoredAt === null
        ? null
        : row.panel.map((member) => ({ member: nameOf(member), scores: sheets.get(member) ?? [] })),
  }
}

export async function comparisonOf(
  unit: UnitOfWork,
  access: Access,
  id: number,
  language: Language,
): Promise<SelectionComparison> {
  const row = await readableSelection(unit, access, id)
  const isOpened = row.openedAt !== null
  const quotes = isOpened ? await quotesOf(unit, row) : []
  const lines = linesOf(row, quotes)
  const least = leastOf(quotes.filter((quote) => isCompliant(quote, row)).map(({ amount }) => amount))
  const bidders = new Set(quotes.map(({ vendorId }) => vendorId))
  const missing = isOpened ? invitedIn(row.invitations).filter((vendorId) => !bidders.has(vendorId)) : []
  const absent =
    missing.length === 0
      ? []
      : await unit.db.selectFrom('vendor').select('name').where('id', 'in', missing).orderBy('id').execute()
  return {
    id: row.id,
    no: row.no,
    subject: row.subject,
    state: row.state,
    ceiling: row.ceiling,
    deadline: momentText(row.deadline),
    lines,
    quotes: quotes.map(({ prices: _prices, fileHash: _hash, ...quote }, index) => ({
      ...quote,
      isCompliant: isCompliant(quote, row),
      isLowest: isCompliant(quote, row) && quote.amount === least,
      lineTotal: differingTotal(lines, index, quote.amount),
    })),
    signs: quotes.length > 1 ? await signsAmong(unit, quotes) : [],
    absent: absent.map(({ name }) => name),
    scoring: isOpened && row.scoring === 'weighted' ? await scoringOf(unit, row, access, language) : null,
  }
}

/** Selections in the list of a member at most. */
const MAX_REVIEWS = 30

/** Selections of whose panel the reader is a member: those that wait for a sheet first, then by their deadline. */
export async function ownReviews(unit: UnitOfWork, { userId }: Access): Promise<readonly OwnReview[]> {
  const rows = await unit.db
    .selectFrom('selection as r')
    .select(['r.id', 'r.no', 'r.subject', 'r.state', 'r.deadline', 'r.scoring', 'r.scoredAt'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('selection_score as s')
          .select('s.memberId')
          .whereRef('s.selectionId', '=', 'r.id')
          .whereRef('s.round', '=', 'r.round')
          .where('s.memberId', '=', userId)
          .where('s.setAsideAt', 'is', null),
      ).as('hasSubmitted'),
    )
    .where(sql<SqlBool>`r.panel @> array[${userId}]::bigint[]`)
    .where('r.state', 'in', ['inviting', 'opened', 'awarded', 'aborted'])
    .where('r.deletedAt', 'is', null)
    .orderBy('r.deadline', 'desc')
    .orderBy('r.id', 'desc')
    .limit(MAX_REVIEWS)
    .execute()
  const reviews = rows.map(({ deadline, scoring, scoredAt, hasSubmitted, ...row }) => ({
    ...row,
    deadline: momentText(deadline),
    isWeighted: scoring === 'weighted',
    hasSubmitted: Boolean(hasSubmitted),
    isScored: scoredAt !== null,
  }))
  const waits = (review: OwnReview): boolean => review.isWeighted && review.state === 'opened' && !review.hasSubmitted
  return reviews.toSorted((one, other) => Number(waits(other)) - Number(waits(one)))
}
