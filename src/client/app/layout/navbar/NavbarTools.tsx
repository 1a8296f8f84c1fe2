import { Button } from '@blueprintjs/core'
import { Cog } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { LineDot } from '../LineDot.tsx'
import { open } from '../openings.ts'
import { Shortcuts } from '../Shortcuts.tsx'
import { Bell } from './Bell.tsx'
import { LanguageMenu } from './LanguageMenu.tsx'
import { ThemeMenu } from './ThemeMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** What stands at the end of the bar. Loaded after the page's first drawing: popovers weigh as much as the frame. */
export default function NavbarTools() {
  const t = useT()
  return (
    <>
      <LineDot />
      {/* A phone has them in the account menu and the settings. */}
      <div className="navbar-wide">
        <LanguageMenu />
        <ThemeMenu />
        <Shortcuts />
        <Button
          variant="minimal"
          icon={<Cog />}
          aria-label={t('layout.customizer.title')}
          title={t('layout.customizer.title')}
          onClick={() => open('customizer')}
        />
      </div>
      <Bell />
      <UserMenu />
    </>
  )
}
