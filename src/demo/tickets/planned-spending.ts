/** What the stories take from the budget lines, and what is spent beside them so that no line is overdrawn; pure. */
import { toCents } from '#src/fields/money/cents.ts'
import { sumOf } from '#src/modules/finance/claim-form.server.ts'
import type { Story } from './story.ts'

/** Cents of a line that stories spend, and that they hold at most without spending them. */
export interface PlannedOnLine {
  readonly spent: number
  readonly held: number
}

const isSpent = ({ course }: Story): boolean =>
  course.to === 'end' ||
  course.to === 'again' ||
  course.to === 'fail' ||
  (course.to === 'wait' && course.at === 'cashierPay')

export function plannedOn(stories: readonly Story[]): ReadonlyMap<number, PlannedOnLine> {
  const planned = new Map<number, PlannedOnLine>()
  for (const story of stories) {
    const { form, charge, type, course } = story
    if (course.to === 'draft' || (charge === undefined && type !== 'financialReimbursementOne')) continue
    const line = charge?.line ?? Number(form['budgetLineId'])
    const cents = charge?.cents ?? Number(toCents(sumOf(form['lines'], 'amount')))
    const { spent, held } = planned.get(line) ?? { spent: 0, held: 0 }
    planned.set(line, isSpent(story) ? { spent: spent + cents, held } : { spent, held: held + cents })
  }
  return planned
}

/** What a line spends beside the stories to come to its goal, as far as they leave it room. */
export function spentBeside(
  line: { readonly approved: number; readonly used: number; readonly frozen: number },
  { spent, held }: PlannedOnLine = { spent: 0, held: 0 },
): number {
  return Math.max(0, Math.min(line.used, line.approved - Math.max(line.frozen, held)) - spent)
}
