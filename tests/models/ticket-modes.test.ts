import { describe, expect, it } from 'vitest'
import type { Ballot } from '#machines/ticket/definition/definition.ts'
import { neededOf, outcome } from '#machines/ticket/engine/modes.ts'

const most = 6

interface Tally {
  readonly n: number
  readonly approvals: number
  readonly rejections: number
}

/** Every tally with a + r <= n that n people can produce. */
const tallies: readonly Tally[] = Array.from({ length: most }, (_, index) => index + 1).flatMap((n) =>
  Array.from({ length: n + 1 }, (_, approvals) =>
    Array.from({ length: n - approvals + 1 }, (_, rejections) => ({ n, approvals, rejections })),
  ).flat(),
)
const verdict = (ballot: Ballot, tally: Tally) => outcome(ballot, { ...tally, groups: [tally] })

const ballots: readonly Ballot[] = [
  { mode: 'any' },
  { mode: 'anyApproval' },
  { mode: 'all' },
  { mode: 'sequential' },
  ...[1, 33, 50, 51, 67, 100].map((ratio): Ballot => ({ mode: 'ratio', ratio })),
  ...[1, 2, 3].map((count): Ballot => ({ mode: 'count', count })),
  { mode: 'perGroup' },
  { mode: 'perGroup', count: 2 },
]

describe('the outcome of a visit (25.1), for every tally up to six people', () => {
  it('WF-03 any: the first decision decides', () => {
    for (const tally of tallies.filter(({ approvals, rejections }) => approvals + rejections <= 1)) {
      const wanted = tally.approvals === 1 ? 'pass' : tally.rejections === 1 ? 'reject' : null
      expect(verdict({ mode: 'any' }, tally)).toBe(wanted)
    }
  })

  it('25.1 first approval: one approval passes, only the rejection of everybody rejects', () => {
    for (const tally of tallies) {
      const wanted = tally.approvals >= 1 ? 'pass' : tally.rejections === tally.n ? 'reject' : null
      expect(verdict({ mode: 'anyApproval' }, tally)).toBe(wanted)
    }
  })

  it.each(['all', 'sequential'] as const)(
    'WF-03 %s: passes when everybody approved, and the first rejection decides',
    (mode) => {
      for (const tally of tallies) {
        const wanted = tally.rejections >= 1 ? 'reject' : tally.approvals === tally.n ? 'pass' : null
        expect(verdict({ mode }, tally)).toBe(wanted)
      }
    },
  )

  it('WF-03 ratio: passes at the share, fails as soon as it can no longer be reached', () => {
    for (const ratio of [1, 33, 50, 51, 67, 100]) {
      for (const tally of tallies) {
        // In cents of a person, so that nothing is rounded.
        const isReached = tally.approvals * 100 >= ratio * tally.n
        const isLost = (tally.n - tally.rejections) * 100 < ratio * tally.n
        expect(verdict({ mode: 'ratio', ratio }, tally)).toBe(isReached ? 'pass' : isLost ? 'reject' : null)
      }
    }
  })

  it('25.12 "more than half" is not ended by one rejection', () => {
    expect(verdict({ mode: 'ratio', ratio: 51 }, { n: 3, approvals: 0, rejections: 1 })).toBeNull()
    expect(verdict({ mode: 'ratio', ratio: 51 }, { n: 3, approvals: 2, rejections: 1 })).toBe('pass')
    expect(verdict({ mode: 'ratio', ratio: 51 }, { n: 3, approvals: 0, rejections: 2 })).toBe('reject')
  })

  it('25.1 the number beside the percentage: 2 of 3, and every one of a hundred percent', () => {
    expect([3, 4, 7].map((n) => neededOf({ mode: 'ratio', ratio: 60 }, n))).toEqual([2, 3, 5])
    expect([1, 3, 100].map((n) => neededOf({ mode: 'ratio', ratio: 100 }, n))).toEqual([1, 3, 100])
    expect([1, 2, 3].map((n) => neededOf({ mode: 'count', count: 2 }, n))).toEqual([1, 2, 2])
  })

  it('25.1 count: passes with so many approvals; with fewer people all of them must approve', () => {
    for (const tally of tallies) {
      const need = Math.min(2, tally.n)
      const wanted = tally.approvals >= need ? 'pass' : tally.n - tally.rejections < need ? 'reject' : null
      expect(verdict({ mode: 'count', count: 2 }, tally)).toBe(wanted)
    }
  })

  it('25.1 per group: every group meets its own need, and one that cannot ends the visit', () => {
    const of = (...groups: readonly (readonly [n: number, approvals: number, rejections: number])[]) => {
      const all = groups.map(([n, approvals, rejections]) => ({ n, approvals, rejections }))
      const sum = (part: keyof Tally) => all.reduce((total, group) => total + group[part], 0)
      const votes = { n: sum('n'), approvals: sum('approvals'), rejections: sum('rejections'), groups: all }
      return outcome({ mode: 'perGroup' }, votes)
    }
    expect(of([3, 3, 0], [2, 0, 0])).toBeNull()
    expect(of([3, 1, 2], [2, 1, 1])).toBe('pass')
    expect(of([3, 0, 2], [2, 1, 0])).toBeNull()
    expect(of([3, 0, 3], [2, 0, 0])).toBe('reject')
    expect(of([1, 1, 0], [1, 0, 1])).toBe('reject')
  })

  it('25.12 mixed answers never stall: once everybody has voted there is an outcome, in every mode', () => {
    for (const ballot of ballots) {
      for (const tally of tallies.filter(({ n, approvals, rejections }) => approvals + rejections === n)) {
        expect([ballot, tally, verdict(ballot, tally)]).not.toEqual([ballot, tally, null])
      }
    }
  })

  it('25.1 the last voter never steers it: a verdict stands, whatever the others would still say', () => {
    for (const ballot of ballots.filter(({ mode }) => mode !== 'any')) {
      for (const tally of tallies) {
        const now = verdict(ballot, tally)
        if (now === null || tally.approvals + tally.rejections === tally.n) continue
        const rest = tally.n - tally.approvals - tally.rejections
        const best = verdict(ballot, { ...tally, approvals: tally.approvals + rest })
        const worst = verdict(ballot, { ...tally, rejections: tally.rejections + rest })
        if (ballot.mode === 'all' || ballot.mode === 'sequential') expect(best).toBe(now)
        else expect([best, worst]).toEqual([now, now])
      }
    }
  })

  it('leaves a visit without people to its empty policy', () => {
    for (const ballot of ballots) expect(verdict(ballot, { n: 0, approvals: 0, rejections: 0 })).toBeNull()
  })
})
