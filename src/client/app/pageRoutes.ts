/** The routes behind the sign-in: the pages of the frame's own addresses, and those of the server's menu (specification §2). */
import { createElement } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { StartUp } from '#machines/session/session.ts'
import { cameraPages, displayPages } from '#src/define/documents.ts'
import { frameDetails, type PageLoader } from './frameDetails.ts'
import { describes } from './menu.ts'
import { pathOf, targetIn } from './menuPath.ts'
import { page } from './pageRoute.ts'
import { pageLoader } from './pages.ts'

/** Paths that were already added; the router keeps what it was given, and refuses a second route of one name. Pages with the camera stand outside the frame. */
const added = new Set<string>([...cameraPages, ...displayPages])

function fresh(path: string, load: PageLoader): RouteObject[] {
  if (added.has(path)) return []
  added.add(path)
  return [page(path, load)]
}

/** The pages that are reached from others, whatever the menu says. */
export function detailRoutes(): RouteObject[] {
  return Object.entries(frameDetails).flatMap(([path, load]) => fresh(path, load))
}

/** Whether a page is known by its pattern already: `/workflow/applications/cst_visit`. */
const isDetail = (path: string): boolean => Object.keys(frameDetails).some((pattern) => describes(pattern, path))

/** The pages of the menu that this build can draw and the router does not know yet. */
export function menuRoutes(startUp: StartUp | null): RouteObject[] {
  const items = startUp?.menus.filter((item) => !item.is_catalog && !item.is_link) ?? []
  return items.flatMap((item) => {
    const path = pathOf(item)
    if (isDetail(path)) return []
    return item.is_iframe || pageLoader(targetIn(item)) !== null ? fresh(path, menuPage(path)) : []
  })
}

/** What the menu says of the path at the moment it is drawn: the menu may change under an open page (SYS-14). */
function menuPage(path: string): PageLoader {
  return async () => {
    const { MenuPage, preloadPage } = await import('../pages/status/MenuPage.tsx')
    await preloadPage(path)
    return () => createElement(MenuPage, { path })
  }
}
