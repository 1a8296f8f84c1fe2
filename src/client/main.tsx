import { OverlaysProvider } from '@blueprintjs/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { layout, startLayout } from './app/layout/layout.ts'
import { router } from './app/routes.tsx'
import { DialogHost } from './components/ui/popups/DialogHost.tsx'
import { firstTexts } from './messages/texts.ts'
import { maintenancePath } from './pages/status/maintenance.ts'
import { OfflinePrompt } from './pages/status/OfflinePrompt.tsx'
import { startFaults, tellFault } from './platform/errorReporting/index.ts'
import { onMaintenance } from './platform/http/maintenance.ts'
import { followLanguage, needTexts } from './platform/i18n/index.ts'
import { whenIdle } from './platform/idle.ts'
import { startCodeLost } from './platform/release/codeLost.ts'
import { onceSignedIn, session, startSession } from './platform/session/session.ts'
import { startTheme } from './platform/theme/index.ts'

startFaults()
startTheme()
followLanguage()
startSession()
startLayout()
startCodeLost()
// The frame and the page are fetched beside the data they wait for.
if (session.getSnapshot().matches('signedIn')) {
  void import('./app/layout/Shell.tsx')
  void import('./app/pages.ts').then(({ fetchAhead }) => fetchAhead(location.pathname))
}

let here = router.state.location
router.subscribe(({ location }) => {
  if (location === here) return
  here = location
  layout.send({ type: 'CLOSE_OVERLAY' })
})
onMaintenance(() => {
  const path = maintenancePath(location)
  if (path !== null) void router.navigate(path, { replace: true })
})

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
/** The console and the frontend log tell what went wrong. */
function tell(error: unknown): void {
  console.error(error)
  tellFault(error)
}
const drawing = createRoot(root, {
  // A boundary shows something in its place.
  onCaughtError: tell,
  // All was drawn again at one go, and nobody saw it; React's own words are no help, what had gone wrong is.
  onRecoverableError: (error) => tell(error instanceof Error ? (error.cause ?? error) : error),
})
function draw(): void {
  drawing.render(
    <StrictMode>
      <OverlaysProvider>
        <RouterProvider router={router} />
        <OfflinePrompt />
        <DialogHost />
      </OverlaysProvider>
    </StrictMode>,
  )
}
// The texts and the first page are fetched side by side.
needTexts(firstTexts).then(draw, (error: unknown) => {
  // The page has words of its own for having none.
  root.querySelector('.not-started')?.classList.add('is-known')
  tellFault(error)
})

/** What a newer release on the server would take away before its first use. The sign-in page needs none of it. */
onceSignedIn(() => {
  whenIdle(() => import('./platform/release/index.tsx').then(({ start }) => start()))
  whenIdle(() => import('./components/ui/popups/toaster.tsx'))
  whenIdle(() => import('./components/ui/popups/ConfirmAlert.tsx'))
  whenIdle(() => import('./app/layout/LockScreen.tsx'))
  whenIdle(() => import('./platform/errorReporting/report.ts'))
})
