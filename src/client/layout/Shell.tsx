import { Button } from '@blueprintjs/core'
import { Pin, Unpin } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
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

const NavDrawer = lazy(() => import('./NavDrawer.tsx'))

/** The frame of every signed-in page. */
export default function Shell() {
  return (
    <Gate>
      <Frame />
    </Gate>
  )
}

/** Keeps the rail wide, or lets it shrink to icons. */
function PinButton({ collapsed }: { readonly collapsed: boolean }) {
  const t = useT()
  return (
    <Button
      variant="minimal"
      className="rail-pin"
      icon={collapsed ? <Pin /> : <Unpin />}
      aria-label={collapsed ? t('layout.expand') : t('layout.collapse')}
      aria-pressed={!collapsed}
      onClick={() => layout.send({ type: 'TOGGLE_COLLAPSED' })}
    />
  )
}

function Frame() {
  const t = useT()
  const { pathname } = useLocation()
  const arrangement = useArrangement()
  useLiveConnection()
  const navigation = arrangement.overlay === 'none' ? 'rail' : 'overlay'
  return (
    <div className={`shell shell-${navigation}${arrangement.collapsed ? ' shell-collapsed' : ''}`}>
      <a className="skip-link" href="#main">
        {t('layout.skip')}
      </a>
      {arrangement.overlay === 'none' ? (
        <aside className="rail">
          <div className="rail-body">
            <div className="rail-head">
              <Brand />
              <PinButton collapsed={arrangement.collapsed} />
            </div>
            <SideNav />
          </div>
        </aside>
      ) : (
        <Suspense>
          <NavDrawer isOpen={arrangement.overlay === 'open'} />
        </Suspense>
      )}
      <div className="page-column">
        <Navbar arrangement={arrangement} />
        <main id="main" tabIndex={-1} className="page">
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
