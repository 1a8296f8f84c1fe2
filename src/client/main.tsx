import { OverlaysProvider } from '@blueprintjs/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { onMaintenance } from './http/maintenance.ts'
import { layout, startLayout } from './layout/layout.ts'
import { onNoticeLink, startLive } from './live/index.ts'
import { maintenancePath } from './misc/maintenance.ts'
import { OfflinePrompt } from './misc/OfflinePrompt.tsx'
import { queries } from './queries.ts'
import { router } from './routes.tsx'
import { startSession } from './session/index.ts'
import { startTheme } from './theme/index.ts'
import './i18n/index.ts'

startTheme()
startSession()
startLayout()
startLive()

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
onNoticeLink((link) => void router.navigate(link))

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <OverlaysProvider>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <OfflinePrompt />
      </QueryClientProvider>
    </OverlaysProvider>
  </StrictMode>,
)
