/** Code of this page that is gone from the server, because a newer build took its place. */
import type { Release } from '#machines/release/release.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { ownBuild } from './build.ts'

/** Fetches the page of the newer build. Before the sign-in nothing is lost by it. */
async function reloadIfReplaced(): Promise<void> {
  const { build } = (await call('get', '/api/init/version/')).data as Release
  if (build !== null && build !== ownBuild()) location.reload()
}

let handle: () => void = () => {
  // Without an answer the page that could not be shown says so itself.
  reloadIfReplaced().catch(() => undefined)
}

/** Listens for code that could not be loaded; until the release prompt takes over, the page is loaded anew. */
export function startCodeLost(): void {
  addEventListener('vite:preloadError', () => handle())
}

/** From now on this is done instead: whoever is signed in is asked first. */
export function onCodeLost(listener: () => void): void {
  handle = listener
}
