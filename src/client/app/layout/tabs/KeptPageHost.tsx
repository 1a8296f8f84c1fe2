import { Activity, type ReactNode, useInsertionEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Location, Route, Routes } from 'react-router-dom'
import { KeptPage } from '#src/client/components/ui/keptPage.ts'

/** What the router draws at an address. */
export interface PageView {
  readonly location: Location
  readonly content: ReactNode
}

interface Props {
  readonly stage: HTMLElement
  readonly view: PageView
  readonly isActive: boolean
  readonly isKept: boolean
  readonly children: ReactNode
}

/**
 * A page in an element of its own. Put aside, the element leaves the document, so that no id, landmark or text of
 * it is there twice; its effects pause, its state and its address stay.
 */
export function KeptPageHost({ stage, view, isActive, isKept, children }: Props) {
  const { location } = view
  const [{ host, scrolls }] = useState(createHost)
  // Before any layout effect of the page, which may measure.
  useInsertionEffect(() => {
    if (!isActive) return
    stage.append(host)
    return () => host.remove()
  }, [stage, host, isActive])
  useLayoutEffect(() => {
    if (!isActive) return
    for (const [element, [left, top]] of scrolls) element.scrollTo({ left, top, behavior: 'instant' })
  }, [scrolls, isActive])
  return (
    <Activity mode={isActive ? 'visible' : 'hidden'}>
      {createPortal(
        <Routes location={location}>
          <Route
            path="*"
            element={<KeptPage.Provider value={isKept ? location.pathname : null}>{children}</KeptPage.Provider>}
          />
        </Routes>,
        host,
      )}
    </Activity>
  )
}

/** An element that remembers how far its parts are scrolled: outside the document they forget. */
function createHost(): { host: HTMLElement; scrolls: Map<Element, readonly [number, number]> } {
  const host = document.createElement('div')
  const scrolls = new Map<Element, readonly [number, number]>()
  host.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof Element) scrolls.set(target, [target.scrollLeft, target.scrollTop])
    },
    { capture: true, passive: true },
  )
  return { host, scrolls }
}
