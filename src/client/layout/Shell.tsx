import { Drawer } from '@blueprintjs/core'
import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { useLiveConnection } from '#src/client/live/index.ts'
import { ErrorBoundary, PageLoading } from '#src/client/ui/index.ts'
import { Brand } from './Brand.tsx'
import { Gate } from './Gate.tsx'
import { layout, useArrangement } from './layout.ts'
import { Navbar } from './Navbar.tsx'
import { SideNav } from './SideNav.tsx'
import './layout.css'

/** The frame of every signed-in page. */
export default function Shell() {
  return (
    <Gate>
      <Frame />
    </Gate>
  )
}

function Frame() {
  const t = useT()
  const { pathname } = useLocation()
  const arrangement = useArrangement()
  const main = useRef<HTMLElement>(null)
  useLiveConnection()
  useEffect(() => layout.send({ type: 'CLOSE_OVERLAY' }), [pathname])
  const skip = (event: MouseEvent): void => {
    event.preventDefault()
    main.current?.focus()
  }
  const navigation = arrangement.overlay === 'none' ? 'rail' : 'overlay'
  return (
    <div className={`shell shell-${navigation}${arrangement.collapsed ? ' shell-collapsed' : ''}`}>
      <a className="skip-link" href="#main" onClick={skip}>{t('layout.skip')}</a>
      {arrangement.overlay === 'none' ? (
        <aside className="rail">
          <div className="rail-body">
            <Brand />
            <SideNav />
          </div>
        </aside>
      ) : (
        <Drawer isOpen={arrangement.overlay === 'open'} position="left" size={280} onClose={() => layout.send({ type: 'CLOSE_OVERLAY' })} className="nav-drawer" aria-label={t('layout.navigation')}>
          <Brand />
          <SideNav />
        </Drawer>
      )}
      <div className="page-column">
        <Navbar arrangement={arrangement} />
        <main id="main" ref={main} tabIndex={-1} className="page">
          <ErrorBoundary resetKey={pathname}>
            <Suspense fallback={<PageLoading />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
      </div>
      <ScrollRestoration />
    </div>
  )
}
