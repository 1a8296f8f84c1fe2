import { Button, PopoverNext } from '@blueprintjs/core'
import { GridView } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import { SkeletonRows } from '#src/client/ui/index.ts'

const ShortcutList = lazy(() => import('./ShortcutList.tsx'))

/** The pages a person uses most, one press away. */
export function Shortcuts() {
  const t = useT()
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      popoverClassName="navbar-popover"
      content={
        <Suspense
          fallback={
            <div className="shortcuts">
              <SkeletonRows rows={3} />
            </div>
          }
        >
          <ShortcutList />
        </Suspense>
      }
    >
      <Button
        variant="minimal"
        icon={<GridView />}
        aria-label={t('layout.shortcuts.title')}
        title={t('layout.shortcuts.title')}
      />
    </PopoverNext>
  )
}
