/** The release of this page: the machine tied to the server, the browser's storage and the page's own code. */
import { createActor, fromPromise } from 'xstate'
import { type Release, type ReleaseActor, releaseMachine, UPDATE_TIMEOUT_MS } from '#machines/release/release.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { restoreDefaults } from '#src/client/platform/session/index.ts'
import { ownBuild } from './build.ts'
import { onCodeLost } from './codeLost.ts'
import { onLook } from './look.ts'

const KEY = 'appVersion'

/** Loads the page anew. What has to be done before is done when it really goes: a form with unsaved work may keep it. */
function update(options: { readonly restoreDefaults: boolean; readonly version: string | null }): void {
  const abort = new AbortController()
  addEventListener(
    'pagehide',
    () => {
      if (options.restoreDefaults) restoreDefaults([KEY])
      if (options.version !== null) localStorage.setItem(KEY, options.version)
    },
    { signal: abort.signal },
  )
  setTimeout(() => abort.abort(), UPDATE_TIMEOUT_MS)
  location.reload()
}

export const release: ReleaseActor = createActor(
  releaseMachine.provide({
    actors: {
      // A look that another one replaces is of no use to anybody.
      fetchRelease: fromPromise<Release>(
        async ({ signal }) => (await call('get', '/api/init/version/', { signal })).data as Release,
      ),
    },
    actions: {
      keepVersion: (_, { version }) => localStorage.setItem(KEY, version),
      update: (_, options) => update(options),
    },
  }),
  { input: { build: ownBuild(), version: localStorage.getItem(KEY) } },
)

/** Starts looking: on a timer, when the page is shown again, when the live connection says so, and when code is missing. */
export function startRelease(): void {
  onLook(() => release.send({ type: 'LOOK' }))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') release.send({ type: 'LOOK' })
  })
  onCodeLost(() => release.send({ type: 'CODE_LOST' }))
  release.start()
}
