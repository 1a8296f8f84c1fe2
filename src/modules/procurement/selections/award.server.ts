/** The award: the lowest valid quote unless a reason is given, with a notice to every bidder (E13, PRC-43, PRC-46). */
import type { Access } from '#src/define/access.ts'
import { announcements } from '#src/define/announcements.ts'
import { addDays, parseMoment } from '#src/define/days.ts'
import { fillText, type Language } from '#src/define/messages.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { compareMoney, printMoney } from '#src/fields/money/cents.ts'
import { idIn, textIn } from '#src/fields/values.ts'
import { methodLimits } from '../comparison/split.server.ts'
import { unfitAmong } from '../vendors/related.server.ts'
import { isCompliant, quotesOf } from './offers.server.ts'
import { change, lockSelection, type SelectionRow, validCount } from './rows.server.ts'
import { sheetsOf } from './scores.server.ts'

/** Days for which an award stands among the articles. */
const SHOWN_DAYS = 30

const words = (unit: UnitOfWork, language: Language, key: string, ...values: readonly string[]): string =>
  fillText(unit.textOf(language, `selectionAward.${key}`) ?? '', values)

type Quote = Awaited<ReturnType<typeof quotesOf>>[number]

/** A sheet of every member, where the panel scores (E13). @throws RuleError */
async function refuseUnscored(unit: UnitOfWork, row: SelectionRow): Promise<void> {
  if (row.scoring !== 'weighted' || row.scoredAt !== null) return
  throw new RuleError('selection.sheetsMissing', row.panel.length - (await sheetsOf(unit, row)).size, row.panel.length)
}

/** PRC-46: the notice to each bidder. */
async function writeNotices(
  unit: UnitOfWork,
  row: SelectionRow,
  quotes: readonly Quote[],
  winner: Quote,
): Promise<void> {
  const notices = quotes.map(({ vendorId, vendor }) => {
    const isWinner = vendorId === winner.vendorId
    const values = [vendor, row.no, row.subject, winner.vendor, printMoney(winner.amount)]
    const text = words(unit, 'zhHans', isWinner ? 'won' : 'lost', ...values)
    return { selectionId: row.id, vendorId, isWinner, text, writtenAt: unit.clock.now() }
  })
  await unit.db.insertInto('selection_notice').values(notices).execute()
}

async function publish(unit: UnitOfWork, row: SelectionRow, winner: Quote, byUser: number): Promise<number | null> {
  if (compareMoney(winner.amount, methodLimits(unit).comparison.toFixed(2)) <= 0) return null
  const values = [row.no, row.subject, winner.vendor, printMoney(winner.amount)]
  return unit.service(announcements).publish({
    category: 'publicity',
    title: words(unit, 'zhHans', 'title', row.subject),
    titleEn: words(unit, 'en', 'title', row.subject),
    body: words(unit, 'zhHans', 'body', ...values),
    deptIds: [],
    expireAt: parseMoment(`${addDays(unit.clock.today(), SHOWN_DAYS)} 23:59:59`) ?? unit.clock.now(),
    byUser,
    source: `selection:${row.id}`,
  })
}

export async function awardSelection(
  unit: UnitOfWork,
  id: number,
  values: FormData,
  access: Pick<Access, 'userId'>,
): Promise<void> {
  const row = await lockSelection(unit, id, 'opened')
  const [valid, least] = [await validCount(unit, row), unit.settings.number('procurement.minQuotes')]
  if (valid < least) throw new RuleError('procurement.quotesTooFew', valid, least)
  const quotes = await quotesOf(unit, row)
  const compliant = quotes
    .filter((quote) => isCompliant(quote, row))
    .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
  const first = compliant[0]
  if (first === undefined) throw new RuleError('selection.allAboveCeiling', row.ceiling)
  await refuseUnscored(unit, row)
  const chosen = idIn(values.vendorId) ?? first.vendorId
  const winner = compliant.find(({ vendorId }) => vendorId === chosen)
  if (winner === undefined) throw new RuleError('comparison.winnerUnknown').at('vendorId')
  const reason = textIn(values.reason) || null
  const isFirst = row.scoring === 'weighted' ? winner === first : compareMoney(winner.amount, first.amount) === 0
  if (!isFirst && reason === null)
    throw new RuleError(
      row.scoring === 'weighted' ? 'selection.firstMissing' : 'selection.reasonMissing',
      first.vendor,
    ).at('reason')
  const unfit = await unfitAmong(unit, [winner.vendorId])
  if (unfit.length > 0) throw new RuleError('vendor.unfit', unfit[0] ?? '').at('vendorId')
  await writeNotices(unit, row, quotes, winner)
  await unit.db
    .updateTable('selection_quote')
    .set({ isWinner: true })
    .where('selectionId', '=', id)
    .where('round', '=', row.round)
    .where('vendorId', '=', winner.vendorId)
    .execute()
  await change(
    unit,
    id,
    {
      state: 'awarded',
      winnerVendorId: winner.vendorId,
      awardAmount: winner.amount,
      awardReason: reason,
      awardedAt: unit.clock.now(),
      articleId: await publish(unit, row, winner, access.userId),
    },
    access.userId,
  )
}
