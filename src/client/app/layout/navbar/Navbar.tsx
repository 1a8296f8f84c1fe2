import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Arrangement } from '#machines/layout/layout.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { layout } from '../layout.ts'
import { Brand } from '../navigation/Brand.tsx'
import { Breadcrumb } from '../navigation/Breadcrumb.tsx'
import { SearchButton } from './SearchButton.tsx'
import './navbar.css'

const NavbarTools = lazy(() => import('./NavbarTools.tsx'))

/** The bar above every page. */
export function Navbar({ arrangement }: { readonly arrangement: Arrangement }) {
  const t = useT()
  const { overlay, navigation } = arrangement
  return (
    <header className="navbar">
      <div className="navbar-inner">
        {overlay === 'none' ? null : (
          <Button
            variant="minimal"
            icon={<MenuIcon />}
            aria-label={t('layout.openNavigation')}
            aria-expanded={overlay === 'open'}
            onClick={() => layout.send({ type: 'TOGGLE_OVERLAY' })}
          />
        )}
        {navigation === 'horizontal' ? (
          <Link className="navbar-brand" to="/home">
            <Brand />
          </Link>
        ) : (
          <Breadcrumb />
        )}
        <div className="navbar-tools">
          <SearchButton />
          <Suspense>
            <NavbarTools />
          </Suspense>
        </div>
      </div>
    </header>
  )
}
