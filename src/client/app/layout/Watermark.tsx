import { useLayoutEffect, useRef } from 'react'
import { useSetting, useUser } from '#src/client/platform/session/index.ts'
import { watermarkLook, watermarkText, watermarkTile } from './watermark.ts'

/** Who looks at this screen, in pictures of it too: over the page and its bars, below dialogs, pop-ups, toasts and the lock, whose texts and codes are read and scanned (33.6). In a closed shadow tree, where no page style reaches it. */
export function Watermark() {
  const user = useUser()
  const template = useSetting('base.watermark')
  const text = typeof template === 'string' ? watermarkText(template, user) : ''
  const host = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (host.current === null) return
    layer.current ??= host.current.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'))
    layer.current.style.cssText =
      text === '' ? 'display:none' : `${watermarkLook}background:url("${watermarkTile(text)}")`
  }, [text])
  return <div ref={host} aria-hidden="true" data-watermark={text} />
}
