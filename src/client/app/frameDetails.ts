/** The pages the router knows before any menu does. */
import { type ComponentType, createElement } from 'react'
import type { PageTexts } from '../platform/parts/index.ts'
import type { Need } from '../platform/session/permission.ts'

/** A component that is loaded with its page. */
export type PageLoader = () => Promise<ComponentType>

/** Pages reachable by their address, whether or not they stand in the menu; what they show is the server's decision. */
export const frameDetails: Readonly<Record<string, PageLoader>> = {
  '/system/apiDocs': saying(['apiDocs'], async () => (await import('../pages/apiDocs/ApiDocsPage.tsx')).ApiDocsPage),
  '/workflow/ticket/:id': permittedPage(
    'ticket:Retrieve',
    async () => (await import('../tickets/detail/TicketPage.tsx')).TicketPage,
  ),
  '/workflow/ticket/:id/replay': permittedPage(
    'ticket:Retrieve',
    async () => (await import('../tickets/detail/ReplayPage.tsx')).ReplayPage,
  ),
  '/workflow/ticket/:id/print': permittedPage(
    'ticket:Retrieve',
    async () => (await import('../tickets/detail/PrintPage.tsx')).PrintPage,
  ),
  '/workflow/applications/:type': permittedPage(
    'ticket:Search',
    async () => (await import('../tickets/apply/DesignedPage.tsx')).DesignedPage,
  ),
  '/workflow/workflow/:id/tests': permittedPage(
    'workflow:Retrieve',
    saying(['workflows', 'workflowTests'], async () => (await import('../workflows/TestsPage.tsx')).TestsPage),
  ),
  '/workflow/workflow/:id/use': permittedPage(
    'workflow:Retrieve',
    saying(['workflows', 'workflowUse'], async () => (await import('../workflows/UsePage.tsx')).UsePage),
  ),
  '/workflow/workflow/:id/moves': permittedPage(
    'workflow:Retrieve',
    saying(['workflows', 'workflowMoves'], async () => (await import('../workflows/MovesPage.tsx')).MovesPage),
  ),
  '/workflow/workflow/:id/edit': permittedPage(
    'workflow:Update',
    saying(['designer', 'workflows'], async () => (await import('../designer/DesignerPage.tsx')).DesignerPage),
  ),
}

/** A page with texts beside those of the frame: they come with its code. */
export function saying(names: readonly PageTexts[], load: PageLoader): PageLoader {
  return async () => {
    const [page] = await Promise.all([
      load(),
      import('../platform/parts/index.ts').then(({ needPageTexts }) => needPageTexts(names)),
    ])
    return page
  }
}

/** A page only for those who hold what is needed (specification §6, at the level of the route). */
function permittedPage(need: Need, load: PageLoader): PageLoader {
  return async () => {
    const [page, { RouteMay }] = await Promise.all([load(), import('../components/ui/RouteMay.tsx')])
    return () => createElement(RouteMay, { need }, createElement(page))
  }
}
