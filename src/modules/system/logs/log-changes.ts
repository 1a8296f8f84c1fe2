/** What a row of the operation log says was changed, read for the eye. */

/** One value before and after. */
export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** One row a call changed. */
export interface ChangedRow {
  readonly record: string
  readonly id: number
  readonly action: 'created' | 'removed' | 'updated'
  readonly fields: readonly ChangedField[]
}

/** The changes of a call, and how many the log had no room for. */
export interface LoggedChanges {
  readonly rows: readonly ChangedRow[]
  readonly more: number
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as a text; nothing for none. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function rowOf(trace: Readonly<Record<string, unknown>>): ChangedRow {
  const before = isObject(trace.before) ? trace.before : {}
  const after = isObject(trace.after) ? trace.after : {}
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    record: String(trace.record ?? ''),
    id: Number(trace.id ?? 0),
    action: isObject(trace.before) ? (isObject(trace.after) ? 'updated' : 'removed') : 'created',
    fields: names
      .map((field) => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
      .filter((change) => change.before !== change.after),
  }
}

/** Reads the stored diff; a text that is none has no changes. */
export function changesOf(diff: unknown): LoggedChanges {
  const traces = parsed(diff)
  if (!Array.isArray(traces)) return { rows: [], more: 0 }
  const all = traces.filter(isObject)
  const more = all.find((trace) => typeof trace.more === 'number' && trace.record === undefined)
  return { rows: all.filter((trace) => trace !== more).map(rowOf), more: more === undefined ? 0 : Number(more.more) }
}

/** The request with its parts on lines of their own; as it was when it was cut off. */
export function requestText(request: unknown): string {
  const value = parsed(request)
  return value === undefined ? String(request ?? '') : JSON.stringify(value, null, 2)
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // A long request is cut off in the middle.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
