import { lazy, Suspense, useEffect, useState } from 'react'
import { onOpen } from '#src/client/layout/openings.ts'
import { session, useSession } from '#src/client/session/index.ts'

const Palette = lazy(() => import('./Palette.tsx'))

/** Where the command palette opens: by Ctrl or Cmd with K, or by the search of the bar. Its code is loaded at the first use. */
export function PaletteSlot() {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused')
  const isLocked = useSession((moment) => moment.hasTag('locked'))
  useEffect(() => onOpen('search', () => setState('open')), [])
  useEffect(() => {
    const toggle = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Nothing of the product can be reached behind the lock.
      if (!session.getSnapshot().hasTag('locked')) setState((now) => (now === 'open' ? 'closed' : 'open'))
    }
    addEventListener('keydown', toggle)
    return () => removeEventListener('keydown', toggle)
  }, [])
  if (state === 'unused') return null
  return (
    <Suspense>
      <Palette isOpen={state === 'open' && !isLocked} onClose={() => setState('closed')} />
    </Suspense>
  )
}
