import { Button } from '@blueprintjs/core'
import { Pin, Unpin } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { layout } from '../layout.ts'
import { Brand } from './Brand.tsx'
import { SideNav } from './SideNav.tsx'

/** The vertical navigation beside the page; collapsed it shows icons and grows under the pointer or the focus. */
export function Rail({ collapsed, isDark }: { readonly collapsed: boolean; readonly isDark: boolean }) {
  const t = useT()
  return (
    <aside className={isDark ? 'rail bp6-dark' : 'rail'}>
      {/* The pointer is only heard to leave. */}
      <div className="rail-body" onPointerLeave={(event) => release(event.currentTarget)}>
        <div className="rail-head">
          <Brand />
          <Button
            variant="minimal"
            className="rail-pin"
            icon={collapsed ? <Pin /> : <Unpin />}
            aria-label={collapsed ? t('layout.expand') : t('layout.collapse')}
            aria-pressed={!collapsed}
            onClick={() => layout.send({ type: 'CHOOSE_COLLAPSED', collapsed: !collapsed })}
          />
        </div>
        <SideNav />
      </div>
    </aside>
  )
}

/** What was pressed with the pointer would hold the rail open over the page; what was reached with keys does. */
function release(rail: HTMLElement): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && rail.contains(activeElement) && !activeElement.matches(':focus-visible'))
    activeElement.blur()
}
