/** Figures of the analysis pages (30.6, 30.8). Money in yuan as decimal strings, rates in percent with one decimal. */
import { yearPercent } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'

const DAY = 86_400_000

/** Yuan scaled down, two decimals, rounded half up from the raw value; `hundredth` of the unit in cents. */
function scaled(amount: string, hundredth: bigint): string {
  const cents = toCents(amount)
  const sign = cents < 0n ? -1n : 1n
  return fromCents(sign * ((sign * cents + hundredth / 2n) / hundredth))
}

/** BUD-09: yuan as 10,000 yuan: `"123456.50"` is `"12.35"`. */
export const inTenThousands = (amount: string): string => scaled(amount, 10_000n)
/** Yuan in the unit of charts and tables, which `analysis.wan` names: tens of thousands in Chinese, thousands in English. */
export const scaledIn = (language: Language): ((amount: string) => string) =>
  language === 'en' ? (amount) => scaled(amount, 1_000n) : inTenThousands
/** Yuan in the unit of large figures, which `analysis.large` names: tens of thousands in Chinese, millions in English. */
export const largeIn = (language: Language): ((amount: string) => string) =>
  language === 'en' ? (amount) => scaled(amount, 1_000_000n) : inTenThousands

/** A share in percent with one decimal; 0 of nothing. */
export function percentOf(part: string, whole: string): number {
  const of = Number(whole)
  return of === 0 ? 0 : Math.round((Number(part) / of) * 1000) / 10
}

/** BUD-08: how far a year has gone on a day of it, in percent; 100 once it is over, 0 before it begins. */
export function timePercent(year: number, today: string): number {
  const current = Number(today.slice(0, 4))
  if (year < current) return 100
  if (year > current) return 0
  return yearPercent(today)
}

/** BUD-63: what the year will have used if it goes on like this; from March on, null before and for a year that is over. */
export function forecastOf(used: string, year: number, today: string): string | null {
  if (year !== Number(today.slice(0, 4)) || today.slice(5, 7) < '03') return null
  const start = Date.UTC(year, 0, 1)
  const days = BigInt((Date.UTC(year + 1, 0, 1) - start) / DAY)
  const passed = BigInt((Date.parse(`${today}T00:00:00Z`) - start) / DAY + 1)
  return fromCents((toCents(used) * days * 2n + passed) / (passed * 2n))
}

/** Unplanned spending up to this share costs nothing (BUD-34), in percent. */
export const UNPLANNED_ALLOWED = 20

/** What the execution of a department is worth, of 100: less the points it lags behind the time (BUD-08), and those by which its unplanned spending is above a fifth (BUD-34). */
export function scoreOf(lag: number, unplanned: number | null): number {
  const lost = Math.max(0, lag) + Math.max(0, (unplanned ?? 0) - UNPLANNED_ALLOWED)
  return Math.round(Math.max(0, 100 - lost) * 10) / 10
}

/** How long money has been frozen, in days from-to. */
export const frozenBands = ['0-30', '31-60', '61-90', '91-'] as const
export type FrozenBand = (typeof frozenBands)[number]

/** Which word tells how far the spending is from the time that has passed, and by how many points. */
export const paceOf = (lag: number): { readonly word: 'lag' | 'ahead'; readonly points: number } => ({
  word: lag < 0 ? 'ahead' : 'lag',
  points: Math.abs(lag),
})
