import { BookmarkIcon } from '@blueprintjs/icons'
import { lazy, Suspense } from 'react'
import { Popup, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ViewsProps } from './Views.tsx'

const Views = lazy(async () => ({ default: (await import('./Views.tsx')).Views }))

/** 20.6: filters under a name, kept on the server. */
export function SavedViews(props: ViewsProps) {
  const t = useT()
  return (
    <Popup
      button={{ variant: 'minimal', icon: <BookmarkIcon />, text: t('queue.view.title') }}
      content={
        <Suspense
          fallback={
            <div className="saved-views">
              <SkeletonRows rows={3} />
            </div>
          }
        >
          <Views {...props} />
        </Suspense>
      }
    />
  )
}
