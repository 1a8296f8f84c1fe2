/** Sheets of the panel (E13): each member scores alone and sees the scores of the others only once all are in. */
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { isCompliant, quotesOf, weightsOf } from './offers.server.ts'
import { change, type SelectionRow, validCount } from './rows.server.ts'
import { criteria, resultsOf, type Score } from './scoring.ts'

/** The sheets of the round by member. */
export async function sheetsOf(
  unit: UnitOfWork,
  { id, round }: Pick<SelectionRow, 'id' | 'round'>,
): Promise<ReadonlyMap<number, readonly Score[]>> {
  const rows = await unit.db
    .selectFrom('selection_score')
    .select(['memberId', 'vendorId', 'quality', 'delivery', 'service'])
    .where('selectionId', '=', id)
    .where('round', '=', round)
    .where('setAsideAt', 'is', null)
    .orderBy('memberId')
    .orderBy('vendorId')
    .execute()
  const sheets = new Map<number, Score[]>()
  for (const { memberId, ...score } of rows) sheets.set(memberId, [...(sheets.get(memberId) ?? []), score])
  return sheets
}

/** The selection, locked, for a member of its panel. @throws Refusal 4004 for everybody else */
async function lockForMember(unit: UnitOfWork, id: number, memberId: number): Promise<SelectionRow> {
  const row = await unit.db
    .selectFrom('selection')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || !row.panel.includes(memberId)) throw notFound()
  return row
}

/** One score for each vendor that can win, none above its points. @throws RuleError */
function refuseScores(row: SelectionRow, vendorIds: readonly number[], scores: readonly Score[]): void {
  const given = new Set(scores.map(({ vendorId }) => vendorId))
  if (scores.length !== vendorIds.length || vendorIds.some((vendorId) => !given.has(vendorId)))
    throw new RuleError('selection.scoresIncomplete', vendorIds.length).at('scores')
  const weights = weightsOf(row)
  for (const [index, score] of scores.entries())
    for (const name of criteria)
      if (Number(score[name]) > weights[name])
        throw new RuleError('selection.scoreTooHigh', weights[name]).at(`scores.${index}.${name}`)
}

/**
 * A member hands in their sheet, or replaces it while others are missing. With the last sheet the quotes are ranked and every
 * sheet is open.
 */
export async function submitScores(
  unit: UnitOfWork,
  { userId }: Pick<Access, 'userId'>,
  id: number,
  scores: readonly Score[],
): Promise<void> {
  const row = await lockForMember(unit, id, userId)
  if (row.scoring !== 'weighted' || row.state !== 'opened') throw new RuleError('selection.notScored')
  if (row.scoredAt !== null) throw new RuleError('selection.scoringClosed')
  const [valid, least] = [await validCount(unit, row), unit.settings.number('procurement.minQuotes')]
  if (valid < least) throw new RuleError('procurement.quotesTooFew', valid, least)
  const offers = (await quotesOf(unit, row)).filter((quote) => isCompliant(quote, row))
  if (offers.length === 0) throw new RuleError('selection.allAboveCeiling', row.ceiling)
  refuseScores(
    row,
    offers.map(({ vendorId }) => vendorId),
    scores,
  )
  const { round } = row
  await unit.db
    .deleteFrom('selection_score')
    .where('selectionId', '=', id)
    .where('round', '=', round)
    .where('memberId', '=', userId)
    .execute()
  const submittedAt = unit.clock.now()
  const sheet = scores.map((score) => ({ selectionId: id, round, memberId: userId, submittedAt, ...score }))
  await unit.db.insertInto('selection_score').values(sheet).execute()
  const sheets = await sheetsOf(unit, row)
  const isComplete = row.panel.every((member) => sheets.has(member))
  if (isComplete) await rankQuotes(unit, row, offers, [...sheets.values()])
  await change(unit, id, isComplete ? { scoredAt: submittedAt } : {}, userId)
}

/** Writes what the quotes come to; one that cannot win has no rank. */
async function rankQuotes(
  unit: UnitOfWork,
  row: SelectionRow,
  offers: Parameters<typeof resultsOf>[1],
  sheets: readonly (readonly Score[])[],
): Promise<void> {
  const ofRound = unit.db
    .updateTable('selection_quote')
    .where('selectionId', '=', row.id)
    .where('round', '=', row.round)
  await ofRound.set({ rank: null }).execute()
  for (const { vendorId, ...result } of resultsOf(weightsOf(row), offers, sheets))
    await ofRound.set(result).where('vendorId', '=', vendorId).execute()
  unit.changed('selectionQuote', null)
  unit.notify({
    to: [row.ownerId],
    contentType: 'REMIND',
    title: { key: 'selection.scoresIn', params: [row.subject] },
    link: `/procurement/selective-module?id=${row.id}`,
  })
}
