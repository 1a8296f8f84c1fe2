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

/** What is spent beside the stories, with the latest amounts cut down to the room that the stories really left on each line, in cents. */
export function trimSpending<T extends { readonly line: number; readonly amount: number }>(
  spending: readonly T[],
  roomOf: (line: number) => number,
): readonly T[] {
  const room = new Map<number, number>()
  return spending.flatMap((move) => {
    const left = room.get(move.line) ?? Math.max(0, roomOf(move.line))
    const amount = Math.min(move.amount, left)
    room.set(move.line, left - amount)
    return amount > 0 ? [{ ...move, amount }] : []
  })
}
