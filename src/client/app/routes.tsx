/** The routes: a few of the frame, the rest from the server's menu once it is known (specification §2). */
import { createBrowserRouter, type RouteObject, redirect, redirectDocument } from 'react-router-dom'
import { waitFor } from 'xstate'
import { cameraPages, displayPages } from '#src/define/documents.ts'
import { PageLoading } from '../components/ui/PageLoading.tsx'
import { targetOf } from '../pages/login/from.ts'
import { CrashPage } from '../pages/status/CrashPage.tsx'
import { type SessionMoment, session } from '../platform/session/session.ts'
import type { PageLoader } from './frameDetails.ts'
import { Blank } from './layout/Blank.tsx'
import { pathOf } from './menuPath.ts'
import { loadPage, page } from './pageRoute.ts'

const SHELL = 'shell'
/** What the browser loaded; pages of the frame come and go in it. */
const loaded = location.pathname.replace(/\/$/, '')

/** Nothing more will come by itself: ready, or something is asked of the person. */
const isSettled = (moment: SessionMoment): boolean =>
  moment.hasTag('ready') ||
  moment.matches('signedOut') ||
  moment.matches({ signedIn: { page: 'mustChangePassword' } }) ||
  moment.matches({ signedIn: { page: { fresh: 'failed' } } })

/** Without a token every page leads to the sign-in page, which leads back. */
async function signedInOnly({ request }: { request: Request }): Promise<void> {
  const moment = await waitFor(session, isSettled)
  if (!moment.matches('signedOut')) return
  const { pathname, search } = new URL(request.url)
  throw redirect(pathname === '/' ? '/login' : `/login?from=${encodeURIComponent(pathname + search)}`)
}

async function signedOutOnly({ request }: { request: Request }): Promise<void> {
  if (session.getSnapshot().matches('signedIn')) throw redirect(targetOf(new URL(request.url).searchParams.get('from')))
}

/** The camera is given to a document when it is loaded: reached from another page, this one is loaded anew. */
function ownDocument({ request }: { request: Request }): Response | null {
  const { pathname, search } = new URL(request.url)
  return cameraPages.some((path) => path === loaded) ? null : redirectDocument(pathname + search)
}

/** A page for those who are not signed in yet; with a token it leads on (specification §2). */
const entry = (path: string, load: PageLoader): RouteObject => ({
  ...page(path, load),
  middleware: [signedOutOnly],
  loader: () => null,
})

/** Where somebody begins: the workbench, or what everybody has when no role opens it (SYS-16). */
function firstPage(): string {
  const menus = session.getSnapshot().context.startUp?.menus
  return menus === undefined || menus.some((item) => pathOf(item) === '/home') ? '/home' : '/personal-center'
}

/** A pathless route whose pages share the query cache; each has its own, since the router marks in it what it has loaded. */
const withQueries = (children: RouteObject[]): RouteObject => ({
  lazy: { Component: () => loadPage(async () => (await import('../platform/Queries.tsx')).default) },
  children,
})

const routes: RouteObject[] = [
  {
    id: 'root',
    HydrateFallback: PageLoading,
    ErrorBoundary: CrashPage,
    children: [
      {
        id: 'blank',
        Component: Blank,
        children: [
          entry('/login', async () => (await import('../pages/login/LoginPage.tsx')).default),
          entry('/login/bak', async () => (await import('../pages/login/PlainLoginPage.tsx')).default),
          withQueries([
            entry('/register', async () => (await import('../pages/login/RegisterPage.tsx')).default),
            entry('/misc/forgot-password', async () => (await import('../pages/login/ForgotPasswordPage.tsx')).default),
            page('/misc/coming-soon', async () => (await import('../pages/status/ComingSoonPage.tsx')).default),
            page('/misc/not-authorized', async () => (await import('../pages/status/NotAuthorizedPage.tsx')).default),
            page(
              '/misc/under-maintenance',
              async () => (await import('../pages/status/UnderMaintenancePage.tsx')).default,
            ),
          ]),
        ],
      },
      withQueries([
        ...displayPages.map((path) => page(path, async () => (await import('./pages.ts')).shippedPage(path))),
        // Counting has nothing around it: it is a document with rights of its own, which no link of the frame may take along.
        ...cameraPages.map((path) => ({
          ...page(path, async () => (await import('./pages.ts')).shippedPage(path)),
          middleware: [signedInOnly],
          loader: ownDocument,
        })),
        {
          id: SHELL,
          middleware: [signedInOnly],
          loader: () => null,
          // The frame itself never changes with the address.
          shouldRevalidate: () => false,
          lazy: { Component: () => loadPage(async () => (await import('./layout/Shell.tsx')).default) },
          children: [
            { path: '/', element: null, loader: () => redirect(firstPage()) },
            { path: '/dashboard', element: null, loader: () => redirect('/') },
            page('*', async () => (await import('../pages/status/UnknownPage.tsx')).default),
          ],
        },
      ]),
    ],
  },
]

export const router = createBrowserRouter(routes, {
  // What lies behind the sign-in is told by a file of its own, so that the sign-in page does without.
  async patchRoutesOnNavigation({ patch }) {
    if (session.getSnapshot().matches('signedOut')) return
    const { detailRoutes, menuRoutes } = await import('./pageRoutes.ts')
    patch(SHELL, detailRoutes())
    await waitFor(session, isSettled)
    patch(SHELL, menuRoutes(session.getSnapshot().context.startUp))
  },
})
