/** A row of the operation log as it is read: what was sent, and what was changed. */
import type { Trace } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'

export interface Entry {
  readonly userId: number | null
  readonly module: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly code: number | null
  /** What was sent; empty when it was cut off or nothing. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly traces: readonly Trace[]
  /** Changed rows that the log had no room for. */
  readonly more: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return null
  try {
    return JSON.parse(text)
  } catch (error) {
    // A long request is cut off in the middle.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const isTrace = (value: unknown): value is Trace =>
  isObject(value) && typeof value.record === 'string' && typeof value.id === 'number'

export function entryOf(row: FormData): Entry {
  const sent = parsed(row.request)
  const diff = parsed(row.diff)
  const changes: readonly unknown[] = Array.isArray(diff) ? diff : []
  const rest = changes.find((change) => isObject(change) && typeof change.more === 'number' && !isTrace(change))
  return {
    userId: typeof row.userId === 'number' ? row.userId : null,
    module: String(row.module ?? ''),
    method: String(row.method ?? ''),
    path: String(row.path ?? ''),
    status: Number(row.status ?? 0),
    code: row.code === null || row.code === undefined ? null : Number(row.code),
    sent: isObject(sent) ? sent : {},
    traces: changes.filter(isTrace),
    more: isObject(rest) ? Number(rest.more) : 0,
  }
}

/** Ids that the body gives under a name: one, a list of them, or a list of rows with an id. */
export function keysIn(sent: Entry['sent'], name: string): readonly string[] {
  const value = sent[name]
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all
    .map((one) => (isObject(one) ? one.id : one))
    .flatMap((one) => (typeof one === 'number' || typeof one === 'string' ? [String(one)] : []))
    .filter((key) => key !== '')
}
