import { describe, expect, it } from 'vitest'
import { nextStanding, TOAST_TIMEOUT } from '#src/client/components/ui/popups/toast.ts'

describe('toasts of one group', () => {
  it('become one with their number while the last is still seen', () => {
    const counts = Array.from({ length: 9 }, (_, index) => (index + 1) * (TOAST_TIMEOUT - 1)).reduce(
      (last, at) => nextStanding(last, 'approve', at),
      nextStanding(null, 'approve', 0),
    )
    expect(counts.count).toBe(10)
  })

  it('start anew after the last has gone, after another group, and without a group', () => {
    const first = nextStanding(null, 'approve', 0)
    expect(nextStanding(first, 'approve', TOAST_TIMEOUT).count).toBe(1)
    expect(nextStanding(first, 'return', 1).count).toBe(1)
    expect(nextStanding(nextStanding(first, null, 1), 'approve', 2).count).toBe(1)
    expect(nextStanding(nextStanding(null, null, 0), null, 1).count).toBe(1)
  })
})
