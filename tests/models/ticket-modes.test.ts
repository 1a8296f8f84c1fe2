import { describe, expect, it } from 'vitest'
import { outcome } from '#machines/ticket/modes.ts'

const most = 6

/** Every tally with a + r <= n that n people can produce. */
const tallies = Array.from({ length: most }, (_, index) => index + 1).flatMap((n) =>
  Array.from({ length: n + 1 }, (_, approvals) =>
    Array.from({ length: n - approvals + 1 }, (_, rejections) => ({ n, approvals, rejections })),
  ).flat(),
)

describe('the outcome of a visit (25.1), for every tally up to six people', () => {
  it('WF-03 any: the first decision decides', () => {
    for (const { n, approvals, rejections } of tallies.filter((tally) => tally.approvals + tally.rejections <= 1)) {
      const wanted = approvals === 1 ? 'pass' : rejections === 1 ? 'reject' : null
      expect(outcome('any', n, approvals, rejections)).toBe(wanted)
    }
  })

  it.each(['all', 'sequential'] as const)(
    'WF-03 %s: passes when everybody approved, and the first rejection decides',
    (mode) => {
      for (const { n, approvals, rejections } of tallies) {
        const wanted = rejections >= 1 ? 'reject' : approvals === n ? 'pass' : null
        expect(outcome(mode, n, approvals, rejections)).toBe(wanted)
      }
    },
  )

  it('25.12 mixed answers never stall: once everybody has voted there is an outcome', () => {
    for (const mode of ['any', 'all', 'sequential'] as const) {
      for (const { n, approvals, rejections } of tallies.filter(
        (tally) => tally.approvals + tally.rejections === tally.n,
      )) {
        expect(outcome(mode, n, approvals, rejections)).not.toBeNull()
      }
    }
  })

  it('leaves a visit without people to its empty policy', () => {
    expect(['any', 'all', 'sequential'].map((mode) => outcome(mode as 'any', 0, 0, 0))).toEqual([null, null, null])
  })
})
