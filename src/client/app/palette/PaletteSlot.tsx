import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { onOpen } from '#src/client/app/layout/openings.ts'
import { session, useSession } from '#src/client/platform/session/index.ts'
import { atRest, closePalette, openPalette, pressKey, typing } from './paletteState.ts'

const Palette = lazy(async () => {
  const { needPageTexts } = await import('#src/client/platform/parts/index.ts')
  const [palette] = await Promise.all([import('./Palette.tsx'), needPageTexts(['palette'])])
  return palette
})

const isInPalette = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('.palette') !== null

/**
 * Where the command palette opens: by Ctrl or Cmd with K, or by the search of the bar. Its code is loaded at the first use;
 * what is typed before its input has the focus is kept for it, and kept from the page behind it, where a letter may be an action.
 */
export function PaletteSlot() {
  const [palette, setPalette] = useState(atRest)
  const isLocked = useSession((moment) => moment.hasTag('locked'))
  const isShown = palette.isOpen && !isLocked
  useEffect(() => onOpen('search', () => setPalette(openPalette)), [])
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      const isHeld = event.ctrlKey || event.metaKey
      if (event.key.toLowerCase() === 'k' && isHeld && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        // Nothing of the product can be reached behind the lock.
        if (!session.getSnapshot().hasTag('locked'))
          setPalette((now) => (now.isOpen ? closePalette(now) : openPalette(now)))
      } else if (isShown && !isHeld && !event.altKey && !isInPalette(event)) {
        event.stopPropagation()
        event.preventDefault()
        setPalette((now) => pressKey(now, event.key))
      }
    }
    addEventListener('keydown', take, { capture: true })
    return () => removeEventListener('keydown', take, { capture: true })
  }, [isShown])
  const close = useCallback(() => setPalette(closePalette), [])
  if (palette.times === 0) return null
  return (
    <Suspense>
      <Palette
        isOpen={isShown}
        palette={palette}
        onType={(typed) => setPalette((now) => typing(now, typed))}
        onAwait={(isAwaited) => setPalette((now) => ({ ...now, isAwaited }))}
        onClose={close}
      />
    </Suspense>
  )
}
