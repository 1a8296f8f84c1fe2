import { Button, Callout } from '@blueprintjs/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ShownLayout } from '#src/modules/home/home.types.ts'
import { rowsOf, type WidgetId } from '#src/modules/home/layouts/layout.ts'
import { useLayouts, useLayoutWrites, useShownLayout } from './calls.ts'

const LayoutEditor = lazy(() => import('./LayoutEditor.tsx'))
const LayoutGrid = lazy(async () => ({ default: (await import('./LayoutGrid.tsx')).LayoutGrid }))

/** What a person begins with who lays out the first one. */
const usual: readonly WidgetId[] = ['myTasks', 'todoSummary', 'quickApply', 'myTickets', 'notices']

const waiting = (
  <section className="card">
    <SkeletonRows rows={8} />
  </section>
)

/** The person's layout, the one that is looked at or edited by the address, or what the page decides itself. */
export function HomeLayoutView({ byTasks }: { readonly byTasks: ReactNode }) {
  const [params] = useSearchParams()
  const shown = useShownLayout()
  const edited = params.get('edit')
  const previewed = params.get('layout')
  if (edited !== null || previewed !== null)
    return <Named id={edited ?? previewed ?? ''} isEdited={edited !== null} shown={shown.data} />
  if (shown.data === undefined)
    // A page without its layout is still a page.
    return shown.isError ? byTasks : waiting
  const { layout, offered } = shown.data
  return (
    <>
      {layout === null || offered === null ? null : <Offer own={layout.id} offered={offered} />}
      {layout === null ? (
        byTasks
      ) : (
        <Suspense fallback={waiting}>
          <LayoutGrid placed={layout.widgets} />
        </Suspense>
      )}
    </>
  )
}

/** A layout by its id, to look at or to edit; `new` for a new one. */
function Named({
  id,
  isEdited,
  shown,
}: {
  readonly id: string
  readonly isEdited: boolean
  readonly shown: ShownLayout | undefined
}) {
  const t = useT()
  const [, setParams] = useSearchParams()
  const layouts = useLayouts()
  if (layouts.data === undefined || shown === undefined)
    return layouts.isError ? <FailedState error={layouts.error} onRetry={() => void layouts.refetch()} /> : waiting
  const layout = layouts.data.find((one) => String(one.id) === id) ?? null
  const close = (): void => setParams({})
  if (isEdited)
    return (
      <Suspense fallback={waiting}>
        <LayoutEditor
          layout={layout}
          start={layout ?? { name: t('homeViews.custom'), widgets: shown.layout?.widgets ?? rowsOf(usual) }}
          onDone={close}
        />
      </Suspense>
    )
  // Deleted meanwhile, or taken from the role.
  if (layout === null)
    return <EmptyState title={t('homeViews.gone')} action={<Link to="/homeCopy">{t('homeViews.back')}</Link>} />
  return (
    <>
      <Callout className="home-offer" intent="primary">
        {t('homeViews.previewing', [layout.name])} <Link to="/homeCopy">{t('homeViews.back')}</Link>
      </Callout>
      <Suspense fallback={waiting}>
        <LayoutGrid placed={layout.widgets} />
      </Suspense>
    </>
  )
}

/** The role was given a layout since the own one was saved. */
function Offer({ own, offered }: { readonly own: number; readonly offered: NonNullable<ShownLayout['offered']> }) {
  const t = useT()
  const { setDefault, keep } = useLayoutWrites()
  return (
    <Callout className="home-offer" intent="primary">
      <p>{t('homeViews.offered', [offered.name])}</p>
      <div className="home-actions">
        <Link to={`/home?layout=${offered.id}`}>{t('homeViews.preview')}</Link>
        <Button size="small" text={t('homeViews.take')} onClick={() => ignoreApiError(setDefault(own, false))} />
        <Button size="small" text={t('homeViews.keep')} onClick={() => ignoreApiError(keep(own))} />
      </div>
    </Callout>
  )
}
