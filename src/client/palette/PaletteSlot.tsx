import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { onOpen } from '#src/client/layout/openings.ts'
import { session, useSession } from '#src/client/session/index.ts'
import { useEarlyKeys } from './earlyKeys.ts'

const Palette = lazy(() => import('./Palette.tsx'))

/** Whether it stands open, and how often it was opened. */
interface State {
  readonly isOpen: boolean
  readonly times: number
}
const opened = ({ times }: State): State => ({ isOpen: true, times: times + 1 })
const closed = ({ times }: State): State => ({ isOpen: false, times })

/** Where the command palette opens: by Ctrl or Cmd with K, or by the search of the bar. Its code is loaded at the first use. */
export function PaletteSlot() {
  const [{ isOpen, times }, setState] = useState({ isOpen: false, times: 0 })
  const isLocked = useSession((moment) => moment.hasTag('locked'))
  useEffect(() => onOpen('search', () => setState(opened)), [])
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Nothing of the product can be reached behind the lock.
      if (!session.getSnapshot().hasTag('locked')) setState((now) => (now.isOpen ? closed(now) : opened(now)))
    }
    addEventListener('keydown', toggle)
    return () => removeEventListener('keydown', toggle)
  }, [])
  const close = useCallback(() => setState(closed), [])
  const isShown = isOpen && !isLocked
  const early = useEarlyKeys(isShown, close)
  if (times === 0) return null
  return (
    <Suspense>
      <Palette isOpen={isShown} times={times} early={early} onClose={close} />
    </Suspense>
  )
}
