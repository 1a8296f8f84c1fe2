import { OverlayToaster } from '@blueprintjs/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextStanding, TOAST_TIMEOUT } from '#src/client/components/ui/popups/toast.ts'
import { showToast } from '#src/client/components/ui/popups/toaster.tsx'
import './first-texts.ts'

/**
 * The toaster of Blueprint in the hands of a page without a screen: what it shows is mounted under its key, and as a toast of
 * Blueprint does, it asks to be dismissed when its time has passed since it was mounted, whatever was put under its key meanwhile.
 */
function mounted(toaster: OverlayToaster): OverlayToaster {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const setState: typeof toaster.setState = (change) => {
    toaster.state = {
      ...toaster.state,
      ...(typeof change === 'function' ? change(toaster.state, toaster.props) : change),
    }
    const shown = new Map(toaster.getToasts().map(({ key, timeout }) => [key, timeout]))
    for (const [key, timer] of timers)
      if (!shown.has(key)) {
        clearTimeout(timer)
        timers.delete(key)
      }
    for (const [key, timeout] of shown)
      if (!timers.has(key))
        timers.set(
          key,
          setTimeout(() => toaster.dismiss(key, true), timeout),
        )
  }
  return Object.assign(toaster, { setState })
}

describe('a toast', () => {
  let toaster: OverlayToaster | undefined
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('window', globalThis)
    vi.spyOn(OverlayToaster, 'create').mockImplementation(async (props) => {
      toaster = mounted(new OverlayToaster({ ...OverlayToaster.defaultProps, ...props }))
      return toaster
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  const show = (kind: 'success' | 'warning' | 'danger') =>
    showToast({ kind, heading: kind, isHeaded: false, text: kind })
  const shown = (): readonly unknown[] | undefined => toaster?.getToasts().map(({ className }) => className)

  it('stays its time, and one that takes the place of another the whole of its own', async () => {
    await show('success')
    await vi.advanceTimersByTimeAsync(TOAST_TIMEOUT - 1)
    expect(shown()).toEqual(['toast toast-success'])
    await show('warning')
    expect(shown()).toEqual(['toast toast-warning'])
    await vi.advanceTimersByTimeAsync(TOAST_TIMEOUT - 1)
    expect(shown()).toEqual(['toast toast-warning'])
    await show('danger')
    await vi.advanceTimersByTimeAsync(TOAST_TIMEOUT - 1)
    expect(shown()).toEqual(['toast toast-danger'])
    await vi.advanceTimersByTimeAsync(1)
    expect(shown()).toEqual([])
  })
})

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
