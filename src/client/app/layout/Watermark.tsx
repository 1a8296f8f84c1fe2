import { useLayoutEffect, useRef } from 'react'
import { useSetting, useUser } from '#src/client/platform/session/index.ts'
import { watermarkText, watermarkTile } from './watermark.ts'

const look =
  'position:fixed;inset:0;pointer-events:none;z-index:2147483647;print-color-adjust:exact;-webkit-print-color-adjust:exact;'

/** Who looks at this screen, over everything, in pictures of it too. In a closed shadow tree, where no page style reaches it. */
export function Watermark() {
  const user = useUser()
  const template = useSetting('base.watermark')
  const text = typeof template === 'string' ? watermarkText(template, user) : ''
  const host = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (host.current === null) return
    layer.current ??= host.current.attachShadow({ mode: 'closed' }).appendChild(document.createElement('div'))
    layer.current.style.cssText = text === '' ? 'display:none' : `${look}background:url("${watermarkTile(text)}")`
  }, [text])
  return <div ref={host} aria-hidden="true" data-watermark={text} />
}
