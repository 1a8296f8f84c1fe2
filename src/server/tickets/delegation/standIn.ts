import type { DelegationPeriod, Organisation } from './organisation.ts'

/** The part of a task by which delegation periods are limited. */
export interface Occasion {
  readonly type: string
  /** Money it is about; null counts as nothing. */
  readonly amount: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

const covers = ({ from, until, types, below }: DelegationPeriod, { type, amount, at }: Occasion): boolean =>
  from <= at &&
  at < until &&
  (types === null || types.includes(type)) &&
  (below === null || Number(amount ?? 0) < below)

/** Who stands in for the person (WF-11, 25.8): by the first of their windows that is open then, is about this, and may be used. */
export const standInFor = (
  organisation: Organisation,
  person: number,
  occasion: Occasion,
  mayBeUsed: (period: DelegationPeriod) => boolean,
): number | null =>
  organisation.windowsOf(person).find((period) => covers(period, occasion) && mayBeUsed(period))?.substitute ?? null
