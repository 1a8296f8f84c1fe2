import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { onOpen } from '#src/client/layout/openings.ts'
import { session, useSession } from '#src/client/session/index.ts'
import { atRest, closed, opened, pressed, typing } from './wish.ts'

const Palette = lazy(() => import('./Palette.tsx'))

const isInPalette = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.palette') !== null

/**
 * Where the command palette opens: by Ctrl or Cmd with K, or by the search of the bar. Its code is loaded at the first use;
 * what is typed before its input has the focus is kept for it, and kept from the page behind it, where a letter may be a deed.
 */
export function PaletteSlot() {
  const [wish, setWish] = useState(atRest)
  const isLocked = useSession((moment) => moment.hasTag('locked'))
  const isShown = wish.isOpen && !isLocked
  useEffect(() => onOpen('search', () => setWish(opened)), [])
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const isHeld = event.ctrlKey || event.metaKey
      if (event.key.toLowerCase() === 'k' && isHeld && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        // Nothing of the product can be reached behind the lock.
        if (!session.getSnapshot().hasTag('locked')) setWish((now) => (now.isOpen ? closed(now) : opened(now)))
      } else if (isShown && !isHeld && !event.altKey && !isInPalette(event)) {
        event.stopPropagation()
        event.preventDefault()
        setWish((now) => pressed(now, event.key))
      }
    }
    addEventListener('keydown', take, { capture: true })
    return () => removeEventListener('keydown', take, { capture: true })
  }, [isShown])
  const close = useCallback(() => setWish(closed), [])
  if (wish.times === 0) return null
  return (
    <Suspense>
      <Palette
        isOpen={isShown}
        wish={wish}
        onType={(typed) => setWish((now) => typing(now, typed))}
        onAwait={(isAwaited) => setWish((now) => ({ ...now, isAwaited }))}
        onClose={close}
      />
    </Suspense>
  )
}
