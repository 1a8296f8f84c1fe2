/** The work calendar of the demo bureau; pure. */
import { addDays, weekdayOf } from '#src/define/days.ts'

/** A fictional holiday: days of the year it covers, and the weekend day worked instead, counted from its first day. */
interface Holiday {
  readonly name: string
  readonly nameEn: string
  readonly from: string
  readonly days: number
  /** Days from the first one to the weekend around which a make-up workday is sought; null for none. */
  readonly makeup: number | null
}

const holidays: readonly Holiday[] = [
  { name: '示例元旦', nameEn: 'Sample New Year', from: '01-01', days: 1, makeup: null },
  { name: '示例春节', nameEn: 'Sample Spring Festival', from: '02-10', days: 7, makeup: 9 },
  { name: '示例清明', nameEn: 'Sample Qingming', from: '04-05', days: 1, makeup: null },
  { name: '示例劳动节', nameEn: 'Sample Labour Day', from: '05-01', days: 3, makeup: 7 },
  { name: '示例国庆节', nameEn: 'Sample National Day', from: '10-01', days: 7, makeup: 9 },
]

/** The first Saturday from `day` on. */
function saturdayFrom(day: string): string {
  return weekdayOf(day) === 6 ? day : saturdayFrom(addDays(day, 1))
}

export interface CalendarDay {
  readonly day: string
  readonly kind: 'holiday' | 'makeup'
  readonly name: string
  readonly name_en: string
}

/** Fictional holidays and make-up workdays of the year before a day, its own and the next one; weekends need no rows. */
export function calendarAround(today: string): readonly CalendarDay[] {
  const year = Number(today.slice(0, 4))
  return [year - 1, year, year + 1].flatMap((of) =>
    holidays.flatMap(({ name, nameEn, from, days: length, makeup }): readonly CalendarDay[] => {
      const first = `${of}-${from}`
      const free = Array.from({ length }, (_, index) => ({
        day: addDays(first, index),
        kind: 'holiday' as const,
        name,
        name_en: nameEn,
      }))
      return makeup === null
        ? free
        : [...free, { day: saturdayFrom(addDays(first, makeup)), kind: 'makeup', name, name_en: nameEn }]
    }),
  )
}
