/** The outcome of a visit is a function of its votes and nothing else (25.1): mixed answers never stall it, the last voter never steers it. */
import type { Ballot } from '../definition/definition.ts'

/** Votes of one visit or of one of its groups: `n` places, of which some approved and some rejected. */
export interface Tally {
  readonly n: number
  readonly approvals: number
  readonly rejections: number
}

/** The votes of a visit, and of each group of its people by itself; a person of two groups is counted in both. */
export interface Votes extends Tally {
  readonly groups: readonly Tally[]
}

type Verdict = 'pass' | 'reject' | null

/** One rejection decides, otherwise everybody must approve. */
const everybody = ({ n, approvals, rejections }: Tally): Verdict =>
  rejections > 0 ? 'reject' : approvals >= n ? 'pass' : null

/** Passes with so many approvals, and fails as soon as they can no longer be had. */
const atLeast =
  (need: number) =>
  ({ n, approvals, rejections }: Tally): Verdict =>
    approvals >= need ? 'pass' : n - rejections < need ? 'reject' : null

/** Whole numbers only: the next one above `ratio` percent of `n`. */
const shareOf = (ratio: number, n: number): number => Math.floor((ratio * n + 99) / 100)

/** Never more than there are: with fewer people than the number asks for, all of them must approve. */
const capped = (count: number, n: number): number => Math.min(count, n)

function everyGroup(count: number, groups: readonly Tally[]): Verdict {
  const verdicts = groups.map((group) => atLeast(capped(count, group.n))(group))
  if (verdicts.includes('reject')) return 'reject'
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : null
}

/** The groups, by number, that have their approvals, with mode `perGroup`. */
export const passedGroups = ({ count = 1 }: Ballot, { groups }: Votes): ReadonlySet<number> =>
  new Set(groups.flatMap((group, number) => (atLeast(capped(count, group.n))(group) === 'pass' ? [number] : [])))

/** How many approvals pass a visit of `n` places: the number a person is shown beside the percentage (25.1). */
export function neededOf({ mode, ratio = 100, count = 1 }: Ballot, n: number): number {
  switch (mode) {
    case 'any':
    case 'anyApproval':
      return Math.min(1, n)
    case 'ratio':
      return shareOf(ratio, n)
    case 'count':
      return capped(count, n)
    default:
      return n
  }
}

/** WF-03: what the votes so far make of the visit; null while it is undecided. A visit without places is undecided: its empty policy speaks, not its mode. */
export function outcome(ballot: Ballot, votes: Votes): Verdict {
  if (votes.n === 0) return null
  switch (ballot.mode) {
    case 'any':
      // Two decisions in one first-response visit cannot happen (I6); were they recorded, the refusal stands.
      return votes.rejections > 0 ? 'reject' : votes.approvals > 0 ? 'pass' : null
    case 'all':
    case 'sequential':
      return everybody(votes)
    case 'perGroup':
      return everyGroup(ballot.count ?? 1, votes.groups)
    default:
      return atLeast(neededOf(ballot, votes.n))(votes)
  }
}
