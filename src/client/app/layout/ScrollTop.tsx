import { Button } from '@blueprintjs/core'
import { ArrowUp } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Pixels of scroll beyond which the way back up is offered (specification §4). */
const FROM = 200

/** Back to the top, smoothly unless the person wants little motion. */
export function ScrollTop() {
  const t = useT()
  const [isFar, setFar] = useState(false)
  useEffect(() => {
    const look = (): void => setFar(scrollY > FROM)
    // Once it is drawn: asked for earlier, the browser would have to measure the page for it.
    afterPaint(look)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  const rise = (): void => {
    // The button goes away with the distance; the focus must not go with it.
    document.getElementById('main')?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' })
  }
  return isFar ? (
    <Button
      className="scroll-top"
      intent="primary"
      icon={<ArrowUp />}
      aria-label={t('layout.toTop')}
      title={t('layout.toTop')}
      onClick={rise}
    />
  ) : null
}
