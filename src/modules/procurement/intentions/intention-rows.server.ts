/** Rows of intentions as every step takes them: locked, and with the day from which they are purchases (50.8). */
import { addDays, dayOf, daysBetween } from '#src/define/days.ts'
import { type Problem, problemOf, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { intentionDays } from './intention-form.server.ts'

export type IntentionRow = RowOf<'intention'>

/** @throws RuleError where there is none */
export async function lockIntention(unit: UnitOfWork, id: number): Promise<IntentionRow> {
  const row = await unit.db
    .selectFrom('intention')
    .selectAll()
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new RuleError('version.conflict')
  return row
}

/** PRC-02: why it cannot be turned into a purchase today; null where it can. */
export function tooEarly(
  { earliestStart, exemptReason, publishAt }: Pick<IntentionRow, 'earliestStart' | 'exemptReason' | 'publishAt'>,
  unit: UnitOfWork,
): Problem | null {
  if (exemptReason !== null) return null
  const today = unit.clock.today()
  if (publishAt === null || earliestStart === null)
    return problemOf('procurement.intentionTooEarly', intentionDays(unit), addDays(today, intentionDays(unit)))
  return today < earliestStart
    ? problemOf('procurement.intentionTooEarly', daysBetween(dayOf(publishAt), earliestStart), earliestStart)
    : null
}
