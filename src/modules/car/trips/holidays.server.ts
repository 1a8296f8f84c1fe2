/** CAR-06, CAR-36: whether a car is used on a day off. */
import { addDays, dayOf } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Whether any day of the period is no working day. */
export function isHolidayUse(unit: UnitOfWork, { start, end }: { readonly start: Date; readonly end: Date }): boolean {
  for (let day = dayOf(start); day <= dayOf(end); day = addDays(day, 1)) if (!unit.calendar.isWorkday(day)) return true
  return false
}
