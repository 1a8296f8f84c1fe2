/** The routes: a few of the frame, the rest from the server's menu once it is known (specification §2). */
import type { ComponentType } from 'react'
import { createBrowserRouter, type RouteObject, redirect } from 'react-router-dom'
import { waitFor } from 'xstate'
import { frameDetails, type PageLoader } from './frameDetails.ts'
import { Blank } from './layout/Blank.tsx'
import { targetOf } from './login/from.ts'
import { pathOf, targetIn } from './menu.ts'
import { CrashPage } from './misc/CrashPage.tsx'
import { type SessionMoment, session } from './session/session.ts'
import { PageLoading } from './ui/states.tsx'

const SHELL = 'shell'

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

/** A page whose code did not arrive fails when it is drawn, inside the frame; a rejected `lazy` would leave the first screen waiting for ever. */
async function arrived(load: PageLoader): Promise<ComponentType> {
  try {
    return await load()
  } catch (error) {
    return () => {
      throw error
    }
  }
}

const page = (path: string, load: PageLoader): RouteObject => ({
  id: path,
  path,
  lazy: { Component: () => arrived(load) },
  // Keeps the frame on the screen when one page fails.
  ErrorBoundary: CrashPage,
})

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
  lazy: { Component: () => arrived(async () => (await import('./Queries.tsx')).default) },
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
          entry('/login', async () => (await import('./login/LoginPage.tsx')).default),
          entry('/login/bak', async () => (await import('./login/PlainLoginPage.tsx')).default),
          withQueries([
            entry('/register', async () => (await import('./login/RegisterPage.tsx')).default),
            entry('/misc/forgot-password', async () => (await import('./login/ForgotPasswordPage.tsx')).default),
            page('/misc/coming-soon', async () => (await import('./misc/ComingSoonPage.tsx')).default),
            page('/misc/not-authorized', async () => (await import('./misc/NotAuthorizedPage.tsx')).default),
            page('/misc/under-maintenance', async () => (await import('./misc/UnderMaintenancePage.tsx')).default),
          ]),
        ],
      },
      withQueries([
        {
          id: SHELL,
          middleware: [signedInOnly],
          loader: () => null,
          // The frame itself never changes with the address.
          shouldRevalidate: () => false,
          lazy: { Component: () => arrived(async () => (await import('./layout/Shell.tsx')).default) },
          children: [
            { path: '/', element: null, loader: () => redirect(firstPage()) },
            { path: '/dashboard', element: null, loader: () => redirect('/') },
            ...Object.entries(frameDetails).map(([path, load]) => page(path, load)),
            page('*', async () => (await import('./misc/UnknownPage.tsx')).default),
          ],
        },
      ]),
    ],
  },
]

/** Menu pages that were already added; the router keeps what it was given. */
const added = new Set<string>(Object.keys(frameDetails))

/** The pages of the menu this build can draw and the router does not know yet. */
async function menuRoutes(): Promise<RouteObject[]> {
  const { startUp } = session.getSnapshot().context
  if (startUp === null) return []
  const { pageLoader } = await import('./pages.ts')
  const found: RouteObject[] = []
  for (const item of startUp.menus.filter((one) => !one.is_catalog && !one.is_link)) {
    const path = pathOf(item)
    if (added.has(path) || (!item.is_iframe && pageLoader(targetIn(item)) === null)) continue
    added.add(path)
    found.push(page(path, menuPage(path)))
  }
  return found
}

/** What the menu says of the path at the moment it is drawn: the menu may change under an open page (SYS-14). */
function menuPage(path: string): PageLoader {
  return async () => {
    const { MenuPage, preloadPage } = await import('./misc/MenuPage.tsx')
    await preloadPage(path)
    return () => <MenuPage path={path} />
  }
}

export const router = createBrowserRouter(routes, {
  async patchRoutesOnNavigation({ patch }) {
    await waitFor(session, isSettled)
    patch(SHELL, await menuRoutes())
  },
})
