/** What a day is when it is not what its weekday says. */
export type DayKind = 'holiday' | 'makeup'

/** A holiday, or a weekend day that is worked (60.7). */
export interface CalendarDay {
  readonly day: string
  readonly kind: DayKind
  readonly name: string
  readonly nameEn: string
}
