import { Drawer } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { layout } from '../layout.ts'
import { Brand } from './Brand.tsx'
import { SideNav } from './SideNav.tsx'

/** The navigation over the page, on narrow screens. */
export default function NavDrawer({ isOpen }: { readonly isOpen: boolean }) {
  const t = useT()
  return (
    <Drawer
      isOpen={isOpen}
      position="left"
      size={280}
      onClose={() => layout.send({ type: 'CLOSE_OVERLAY' })}
      className="nav-drawer"
      aria-label={t('layout.navigation')}
    >
      <Brand />
      <SideNav />
    </Drawer>
  )
}
