import { Button } from '@blueprintjs/core'
import { Menu as MenuIcon } from '@blueprintjs/icons'
import type { Arrangement } from '#machines/layout.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Bell } from './Bell.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { LineDot } from './LineDot.tsx'
import { layout } from './layout.ts'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import './navbar.css'

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
        <LineDot />
        <LanguageMenu />
        <ThemeMenu />
        <Bell />
        <UserMenu />
      </div>
    </header>
  )
}
