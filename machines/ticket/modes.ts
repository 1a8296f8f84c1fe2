/** The outcome of a visit is a function of its votes and nothing else (25.1): mixed answers never stall it, the last voter never steers it. */
import type { Mode } from './definition.ts'

/** Votes of one visit: `n` places, of which some approved and some rejected. */
export interface Tally {
  readonly n: number
  readonly approvals: number
  readonly rejections: number
}

type Rule = (n: number, approvals: number, rejections: number) => 'pass' | 'reject' | null

/** One rejection decides, otherwise everybody must approve. */
const everybody: Rule = (n, approvals, rejections) => (rejections > 0 ? 'reject' : approvals >= n ? 'pass' : null)

const rules: Readonly<Record<Mode, Rule>> = {
  // Two decisions in one any-of visit cannot happen (I6); were they recorded, the refusal stands.
  any: (_n, approvals, rejections) => (rejections > 0 ? 'reject' : approvals > 0 ? 'pass' : null),
  all: everybody,
  sequential: everybody,
}

/** WF-03: what the votes so far make of the visit; null while it is undecided. A visit without places is undecided: its empty policy speaks, not its mode. */
export function outcome(mode: Mode, n: number, approvals: number, rejections: number): 'pass' | 'reject' | null {
  return n === 0 ? null : rules[mode](n, approvals, rejections)
}
