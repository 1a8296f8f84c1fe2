import { tagOf } from '#src/client/platform/i18n/language.ts'
import { dayOf, daysBetween } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'

/** Days from today in Shanghai to `yyyy-MM-dd`; null when it is no day. */
export function daysAhead(day: string, now: Date): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) return null
  return daysBetween(dayOf(now), day)
}

/** `2026年4月1日` or `April 1, 2026`. */
export function longDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(tagOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}
