import { Suspense, startTransition, useCallback, useState } from 'react'
import { ScrollRestoration, useLocation, useOutlet } from 'react-router-dom'
import { ErrorBoundary, PageLoading } from '#src/client/components/ui/index.ts'
import { hasUnsaved } from '#src/client/components/ui/keptPage.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { useAppearance } from '#src/client/platform/theme/index.ts'
import { KeptPageHost, type PageView } from '../tabs/KeptPageHost.tsx'
import { useTagList } from '../tabs/tagList.ts'
import { isCached } from '../tabs/tags.ts'

/** Pages put aside beside the one on the screen; those with unsaved work do not count. */
const MAX_KEPT_PAGES = 9

interface State {
  readonly current: PageView
  readonly aside: readonly PageView[]
}

/** The page on the screen, with those put aside while their tabs are open (specification §2 `cache`). */
export function Pages() {
  const location = useLocation()
  const content = useOutlet()
  const menus = useMenus()
  const { tagsViewCache } = useAppearance()
  const { tags, rounds } = useTagList()
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [state, setState] = useState<State>({ current: { location, content }, aside: [] })

  // The page follows the frame in a drawing of its own, which leaves room for keys and clicks.
  const stand = useCallback((element: HTMLElement | null) => startTransition(() => setStage(element)), [])
  const isKept = useCallback(
    (path: string) => isCached(menus, path, tagsViewCache) && tags.some((tag) => tag.path === path),
    [menus, tagsViewCache, tags],
  )
  let { current, aside } = state
  if (current.location !== location || current.content !== content) {
    const isLeft = current.location.pathname !== location.pathname
    aside = leftAside(isLeft ? [...aside, current] : aside, location.pathname)
    current = { location, content }
    setState({ current, aside })
  }
  const keyOf = ({ location: { pathname } }: PageView): string => `${pathname}@${rounds.get(pathname) ?? 0}`
  const shown = [...aside.filter((view) => isKept(view.location.pathname)), current]
  return (
    <>
      <div ref={stand} />
      {stage === null
        ? null
        : shown
            .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
            .map((view) => (
              <KeptPageHost
                key={keyOf(view)}
                stage={stage}
                view={view}
                isActive={view === current}
                isKept={isCached(menus, view.location.pathname, tagsViewCache)}
              >
                <ErrorBoundary resetKey={view.location.pathname}>
                  <Suspense fallback={<PageLoading />}>{view.content}</Suspense>
                </ErrorBoundary>
              </KeptPageHost>
            ))}
      {/* A kept page is found as it was left; any other begins at its top, unless one goes back. */}
      <ScrollRestoration getKey={({ pathname, key }) => (isCached(menus, pathname, tagsViewCache) ? pathname : key)} />
    </>
  )
}

/** What stays aside: not the page now on the screen, and of the others the newest. */
function leftAside(views: readonly PageView[], here: string): readonly PageView[] {
  const others = views.filter((view) => view.location.pathname !== here)
  const tooMany = others.filter((view) => !hasUnsaved(view.location.pathname)).slice(0, -MAX_KEPT_PAGES)
  return others.filter((view) => !tooMany.includes(view))
}
