/** Lets the page for counting load without a network, once it was open with one. */
import { session } from '#src/client/platform/session/index.ts'

/** Whether browsers allow it here: not on plain http, and not where files come from a development server. */
export const canLoadOffline = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator

const ownFile = (url: string): boolean => url.startsWith(`${location.origin}/assets/`)

/** What the page has loaded so far: by the browser's record, which is bounded, and by its own elements. */
function loadedFiles(): ReadonlySet<string> {
  const scripts = [...document.querySelectorAll('script')].map(({ src }) => src)
  const links = [...document.querySelectorAll('link')].map(({ href }) => href)
  const recorded = performance.getEntriesByType('resource').map(({ name }) => name)
  return new Set([...scripts, ...links, ...recorded])
}

/** Stores the page, its files and who is signed in on this device. Once for each loading of the page. */
export async function keepPage(): Promise<void> {
  if (!canLoadOffline()) return
  const { serviceWorker } = navigator
  const isFirst = serviceWorker.controller === null
  const taken = new Promise<void>((resolve) =>
    serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true }),
  )
  await serviceWorker.register('/scan-worker.js', { scope: '/scan' })
  const { active } = await serviceWorker.ready
  const files = [...loadedFiles()].filter(ownFile)
  active?.postMessage({ files })
  if (!isFirst) return
  // Read again through the worker, so that it knows the answers.
  await taken
  session.send({ type: 'RELOAD' })
}
