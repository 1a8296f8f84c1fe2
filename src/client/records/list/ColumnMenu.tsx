import { TwoColumnsIcon } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { Popup } from '#src/client/components/ui/popups/Popup.tsx'
import { SkeletonRows } from '#src/client/components/ui/states.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ColumnPreferences } from './columns.ts'

const ColumnChoice = lazy(() => import('./ColumnChoice.tsx'))

export interface ColumnMenuProps {
  readonly preferences: ColumnPreferences
  readonly labels: Labels
  readonly onChange: (next: ColumnPreferences | null) => void
}

/** The button of a list with the choice of its columns. */
export function ColumnMenu(props: ColumnMenuProps) {
  const t = useT()
  const title = t('records.list.columns')
  const loading = (
    <div className="column-menu">
      <SkeletonRows rows={8} />
    </div>
  )
  return (
    <Popup
      button={{ variant: 'minimal', icon: <TwoColumnsIcon />, 'aria-label': title, title }}
      content={
        <Suspense fallback={loading}>
          <ColumnChoice {...props} />
        </Suspense>
      }
    />
  )
}
