import { addDays, daysBetween } from '#src/define/days.ts'

/** Days of a year on which a plan will be due, should each round be done on its day; `next` is null while a plan that goes by completion waits for its round, and then counts from today. */
export function plannedDays(
  { next, cycleDays }: { readonly next: string | null; readonly cycleDays: number },
  year: number,
  today: string,
): readonly string[] {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`]
  const start = next ?? addDays(today, cycleDays)
  const skipped = Math.max(0, Math.ceil(daysBetween(start, first) / cycleDays))
  const days: string[] = []
  for (let day = addDays(start, skipped * cycleDays); day <= last; day = addDays(day, cycleDays)) days.push(day)
  return days
}
