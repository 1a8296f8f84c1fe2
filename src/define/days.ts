/** Days and moments of the bureau: Asia/Shanghai, UTC+8 the whole year (97-api: times on the wire). */
const OFFSET = 8 * 3_600_000
const DAY = 86_400_000

/** `yyyy-MM-dd` of a moment. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + OFFSET).toISOString().slice(0, 10)
}

/** `yyyy-MM-dd HH:mm:ss` of a moment, as times travel. */
export function momentText(moment: Date): string {
  return new Date(moment.getTime() + OFFSET).toISOString().slice(0, 19).replace('T', ' ')
}

/** The moment of `yyyy-MM-dd HH:mm:ss` or `yyyy-MM-dd` (its first instant); null when it is none. */
export function parseMoment(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}(?::\d{2})?))?$/.exec(text)
  if (!match) return null
  const utc = new Date(`${match[1]}T${match[2] ?? '00:00:00'}Z`)
  if (Number.isNaN(utc.getTime()) || utc.toISOString().slice(0, 10) !== match[1]) return null
  return new Date(utc.getTime() - OFFSET)
}

/** The day `days` after (or before, when negative) `day`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

/** `yyyy-MM` so many months after (or before, when negative) `month`. */
export function addMonths(month: string, months: number): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** 1 Monday ... 7 Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** How much of its year a day ends, in percent with one decimal (BUD-08). */
export function yearPercent(day: string): number {
  const year = Number(day.slice(0, 4))
  const start = Date.UTC(year, 0, 1)
  const days = (Date.UTC(year + 1, 0, 1) - start) / DAY
  return Math.round((((Date.parse(`${day}T00:00:00Z`) - start) / DAY + 1) / days) * 1000) / 10
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
}
