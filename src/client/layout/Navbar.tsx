import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import type { Arrangement } from '#machines/layout.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Breadcrumb } from './Breadcrumb.tsx'
import { layout } from './layout.ts'
import './navbar.css'

const NavbarTools = lazy(() => import('./NavbarTools.tsx'))

/** The bar above every page. */
export function Navbar({ arrangement }: { readonly arrangement: Arrangement }) {
  const t = useT()
  return (
    <header className="navbar">
      {arrangement.overlay === 'none' ? null : (
        <Button
          variant="minimal"
          icon={<MenuIcon />}
          aria-label={t('layout.openNavigation')}
          aria-expanded={arrangement.overlay === 'open'}
          onClick={() => layout.send({ type: 'TOGGLE_OVERLAY' })}
        />
      )}
      <Breadcrumb />
      <div className="navbar-tools">
        <Suspense>
          <NavbarTools />
        </Suspense>
      </div>
    </header>
  )
}
