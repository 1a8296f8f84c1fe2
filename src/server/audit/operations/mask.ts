import { withoutSecrets } from '#src/define/fault.ts'
import type { Trace } from '#src/define/server.ts'

/** SYS-92: what never stands in a log; `sheet` is what people earn (FIN-83). */
const secret =
  /password|passwd|token|refresh|captcha|secret|bankaccount|authorization|^confirm$|^otp$|recoverycodes|^sheet$/i

const MASK = '***'
const MAX_NESTING = 12
const MAX_TEXT = 4_000

/** The value with everything masked that stands under a secret name or looks like a credential, at any depth. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (depth > MAX_NESTING) return MASK
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1))
  if (typeof value === 'string') return withoutSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, secret.test(name) ? MASK : maskSecrets(item, depth + 1)]),
  )
}

/** The names of what was sent, with nothing of what it says. */
export function maskWhole(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.keys(body).map((name) => [name, MASK]))
}

/** A request's body for the log: masked, then cut; null when there was none. */
export function loggedBody(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Object.keys(body).length === 0) return null
  return JSON.stringify(maskSecrets(body)).slice(0, MAX_TEXT)
}

/** Characters of a diff at most: a form with its lines. */
const MAX_DIFF = 16_000

/** What a call changed, masked: `[{record, id, before, after}]`. Of a large import the first rows, and how many there were. */
export function loggedDiff(traces: readonly Trace[]): string | null {
  if (traces.length === 0) return null
  const kept: string[] = []
  let length = 0
  for (const trace of traces) {
    const text = JSON.stringify(maskSecrets(trace))
    length += text.length + 1
    if (length > MAX_DIFF) break
    kept.push(text)
  }
  if (kept.length < traces.length) kept.push(JSON.stringify({ more: traces.length - kept.length }))
  return `[${kept.join(',')}]`
}
