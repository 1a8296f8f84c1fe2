/** How an item stands on a day (10.5): dates in, a light out. */
import { isOver, type SupervisionItemState } from '#machines/supervisionItem/supervisionItem.ts'
import { daysBetween } from '#src/define/days.ts'

export type Light = 'green' | 'yellow' | 'red' | 'over'

/** Days before the due date from which an item counts as near. */
export const NEAR_DAYS = 7

/** SUP-05: red once today is after the due date, yellow from seven days before it, green before that; what is over has no light. */
export function lightOf(state: SupervisionItemState, dueDate: string, today: string): Light {
  if (isOver(state)) return 'over'
  const left = daysBetween(today, dueDate)
  return left < 0 ? 'red' : left <= NEAR_DAYS ? 'yellow' : 'green'
}

/** Days before the due date on which the handler and the head of the department are reminded (90 B 5). */
export const REMIND_DAYS = [7, 3, 1] as const

/** The last of these reminders that so many days before the due date stand for; null while none is due. */
export const reminderAt = (left: number): number | null => REMIND_DAYS.findLast((days) => left <= days) ?? null
