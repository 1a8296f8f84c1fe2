/** Half-day arithmetic of leave: a period runs from a morning or afternoon to a morning or afternoon, both included. */
export type Half = 'am' | 'pm'
export interface Moment {
  /** `yyyy-MM-dd` */
  readonly day: string
  readonly half: Half
}
export interface Period {
  readonly from: Moment
  readonly to: Moment
}

const dayMilliseconds = 86_400_000
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMilliseconds
const dayOf = (number: number): string => new Date(number * dayMilliseconds).toISOString().slice(0, 10)

/** Half-days since 1970: a total order of moments. */
export const halfIndex = (moment: Moment): number => numberOf(moment.day) * 2 + (moment.half === 'pm' ? 1 : 0)
export const momentAt = (index: number): Moment => ({
  day: dayOf(Math.floor(index / 2)),
  half: index % 2 === 0 ? 'am' : 'pm',
})

/** Days of the period in steps of 0.5; with `isWorkday` only days that pass it count. Zero when it ends before it starts. */
export function daysIn(period: Period, isWorkday: ((day: string) => boolean) | null): number {
  const first = halfIndex(period.from)
  const last = halfIndex(period.to)
  if (!isWorkday) return Math.max(0, last - first + 1) / 2
  let halves = 0
  for (let day = Math.floor(first / 2); day <= Math.floor(last / 2); day += 1) {
    if (isWorkday(dayOf(day))) halves += Math.min(last, day * 2 + 1) - Math.max(first, day * 2) + 1
  }
  return halves / 2
}

/** The first half-day after the period at which a person is expected at work. */
export function expectedBack(period: Period, isWorkday: (day: string) => boolean): Moment {
  let index = halfIndex(period.to) + 1
  while (!isWorkday(momentAt(index).day)) index += 1
  return momentAt(index)
}
