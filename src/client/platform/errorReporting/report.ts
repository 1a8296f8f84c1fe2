/** Faults of this page on their way to the frontend log (60.9): each one once, without secrets, as soon as somebody is signed in. */

import { ApiError } from '#src/client/platform/http/error.ts'
import { call } from '#src/client/platform/http/transport.ts'
import { parsedAs } from '#src/client/platform/preference.ts'
import { ownBuild } from '#src/client/platform/release/build.ts'
import { session } from '#src/client/platform/session/index.ts'
import { FAULT_LIMITS, type Fault, fingerprintOf, withoutSecrets } from '#src/define/fault.ts'

const KEY = 'faults'
/** A page that fails without end stops reporting. */
const MAX_REPORTS = 50

/** What says nothing about this product: refusals are shown to the person, the others come from the browser itself. */
function isForeign(error: unknown): boolean {
  if (error instanceof ApiError || (error instanceof DOMException && error.name === 'AbortError')) return true
  return error instanceof Error ? /ResizeObserver loop/.test(error.message) : error === null || error === undefined
}

const isLostCode = (message: string): boolean => /dynamically imported module|preload CSS|module script/i.test(message)

function faultOf(error: unknown): Fault {
  const message = withoutSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  return {
    level: isLostCode(message) ? 'warning' : 'error',
    message: message.slice(0, FAULT_LIMITS.message),
    // A character may take three bytes: this keeps the whole below 8 KB in any language.
    stack: withoutSecrets((error instanceof Error ? error.stack : undefined) ?? '').slice(0, FAULT_LIMITS.stack / 4),
    page: location.pathname.slice(0, FAULT_LIMITS.page),
    version: (ownBuild() ?? '').slice(0, FAULT_LIMITS.version),
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')
const reported = new Set(parsedAs(sessionStorage.getItem(KEY), isTexts))

function remember(fingerprint: string): void {
  reported.add(fingerprint)
  sessionStorage.setItem(KEY, JSON.stringify([...reported]))
}

/** Waits for the next sign-in, or passes at once. */
function signedIn(): Promise<string> {
  const { access } = session.getSnapshot().context
  if (access !== null) return Promise.resolve(access)
  return new Promise((resolve) => {
    const waiting = session.subscribe(({ context }) => {
      if (context.access === null) return
      waiting.unsubscribe()
      resolve(context.access)
    })
  })
}

/** Tells the server of a fault, unless it was told already. */
export async function report(error: unknown): Promise<void> {
  if (isForeign(error)) return
  const fault = faultOf(error)
  const fingerprint = fingerprintOf(fault)
  if (reported.has(fingerprint) || reported.size >= MAX_REPORTS) return
  remember(fingerprint)
  try {
    await call('post', '/api/system/log/frontendLog/', { access: await signedIn(), body: fault })
  } catch (refusal) {
    // Nothing more can be done than what the console already says; the next occurrence tries again.
    if (!(refusal instanceof ApiError)) throw refusal
    reported.delete(fingerprint)
  }
}
