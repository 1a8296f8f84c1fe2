import { Button } from '@blueprintjs/core'
import { GridView } from '@blueprintjs/icons'
import { lazy } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { NavbarPopover } from './navbar/NavbarPopover.tsx'

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

/** The pages a person uses most, one press away. */
export function Shortcuts() {
  const t = useT()
  return (
    <NavbarPopover className="shortcuts" rows={3} list={<ShortcutList />}>
      <Button
        variant="minimal"
        icon={<GridView />}
        aria-label={t('layout.shortcuts.title')}
        title={t('layout.shortcuts.title')}
      />
    </NavbarPopover>
  )
}
