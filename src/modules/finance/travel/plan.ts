/** Days, nights and money of a trip (21.5, 21.6), pure: standards come from outside. */
import { addDays, daysBetween } from '#src/define/days.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'

export interface Leg {
  readonly fromArea: number
  readonly toArea: number
  readonly startDate: string
  readonly endDate: string
  readonly transport: string
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const isDay = (value: unknown): value is string => typeof value === 'string' && dayPattern.test(value)

/** Legs that are filled in. */
export const legsOf = (value: unknown): readonly Leg[] =>
  rowsOf(value).flatMap(({ fromArea, toArea, startDate, endDate, transport }) =>
    typeof fromArea === 'number' && typeof toArea === 'number' && isDay(startDate) && isDay(endDate)
      ? [{ fromArea, toArea, startDate, endDate, transport: String(transport ?? '') }]
      : [],
  )

/** First and last day; null without legs. */
export function periodOf(legs: readonly Leg[]): { start: string; end: string; days: number } | null {
  const starts = legs.map((leg) => leg.startDate).sort()
  const ends = legs.map((leg) => leg.endDate).sort()
  const [start, end] = [starts[0], ends.at(-1)]
  return start === undefined || end === undefined ? null : { start, end, days: daysBetween(start, end) + 1 }
}

/** A day of a trip at its place (TRV-09: the day of moving counts to the destination). */
export interface Stay {
  readonly day: string
  readonly areaId: number
  /** The night after it is spent there. */
  readonly isNight: boolean
}

/** Most days that are counted out. */
const MAX_DAYS = 366

/** Every natural day from the first to the last with its place. */
export function staysOf(legs: readonly Leg[]): readonly Stay[] {
  const period = periodOf(legs)
  if (!period || period.days < 1 || period.days > MAX_DAYS) return []
  return Array.from({ length: period.days }, (_, index) => {
    const day = addDays(period.start, index)
    const past = legs.filter((leg) => leg.startDate <= day)
    return { day, areaId: (past.at(-1) ?? legs[0])?.toArea ?? 0, isNight: index < period.days - 1 }
  })
}

/** What a standard allows at a place on a day, in yuan. */
export interface TravelAllowance {
  readonly lodging: Readonly<Record<string, string>>
  readonly meal: string
  readonly local: string
}

/** One key for a place and a day. */
export const stayKey = (areaId: number, day: string): string => `${areaId} ${day}`
export type Standards = ReadonlyMap<string, TravelAllowance>

/** Lodging of the nights, meals and local transport of the days for one person of a rank. */
export function allowanceOf(stays: readonly Stay[], rank: string, standards: Standards): string {
  let cents = 0n
  for (const { day, areaId, isNight } of stays) {
    const allowed = standards.get(stayKey(areaId, day))
    if (!allowed) continue
    cents += toCents(allowed.meal) + toCents(allowed.local)
    if (isNight) cents += toCents(allowed.lodging[rank] ?? '0.00')
  }
  return fromCents(cents)
}

/** Equal parts that add up to the whole; the first take the cents that are left. */
export function shares(amount: string, count: number): readonly string[] {
  const cents = toCents(amount)
  const part = cents / BigInt(count)
  const rest = Number(cents - part * BigInt(count))
  return Array.from({ length: count }, (_, index) => fromCents(part + (index < rest ? 1n : 0n)))
}

/** What of an amount is each traveller's: their own costs, and of the rest a share by their days; exact to the cent, what does not divide goes to the first. */
export function sharesOf(
  amount: string,
  travellers: readonly { readonly own: string; readonly days: number }[],
): readonly string[] {
  const own = travellers.map((each) => toCents(each.own))
  const rest = toCents(amount) - own.reduce((sum, cents) => sum + cents, 0n)
  const days = travellers.reduce((sum, each) => sum + each.days, 0)
  const parts = travellers.map((each) => (days === 0 ? 0n : (rest * BigInt(each.days)) / BigInt(days)))
  const left = rest - parts.reduce((sum, cents) => sum + cents, 0n)
  return parts.map((cents, index) => fromCents((own[index] ?? 0n) + cents + (index === 0 ? left : 0n)))
}

/** The sum of daily rates without the dearest so many: what was provided or not due is never paid. */
export function withoutDearest(rates: readonly string[], left: number): string {
  const sorted = rates.map(toCents).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  return fromCents(sorted.slice(Math.max(0, left)).reduce((sum, cents) => sum + cents, 0n))
}

/** From the plainest to the dearest way of travelling. */
const order = ['officialCar', 'bus', 'ship', 'trainHard', 'train2', 'trainSoft', 'train1', 'planeEconomy', 'planeFirst']
const classOf: Readonly<Record<string, readonly string[]>> = {
  bureau: ['train1', 'trainSoft', 'planeEconomy', 'planeFirst'],
  division: ['train2', 'trainSoft', 'planeEconomy'],
  section: ['train2', 'trainHard'],
  staff: ['train2', 'trainHard'],
}
const everybody = ['officialCar', 'bus', 'ship', 'train2', 'trainHard']

/** TRV-05: whether a rank may travel so without a reason. */
export const isInClass = (rank: string, transport: string): boolean =>
  everybody.includes(transport) || (classOf[rank] ?? []).includes(transport)

/** The dearest of these means of transport; null for none. */
export const highest = (transports: readonly string[]): string | null =>
  [...transports].sort((a, b) => order.indexOf(b) - order.indexOf(a))[0] ?? null

const ranks = ['staff', 'section', 'division', 'bureau']
/** The highest of these ranks. */
export const highestRank = (levels: readonly string[]): string | null =>
  [...levels].sort((a, b) => ranks.indexOf(b) - ranks.indexOf(a))[0] ?? null

/** Rows of a form with more columns. */
export const withColumns = (value: unknown, more: (row: FormData, index: number) => FormData): readonly FormData[] =>
  rowsOf(value).map((row, index) => ({ ...row, ...more(row, index) }))
