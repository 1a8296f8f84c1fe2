/** What was, is and may come back: undo and redo over whole values. */

/** A value with the way to it. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What the last change belongs to: changes of one kind in a row, such as letters of a name, are one step back. */
  readonly strand: string | null
}

/** Steps that can be taken back. */
const MAX_STEPS = 200

/** A value without a past. */
export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], strand: null })

/** One step further. Without a change nothing happens; within one strand the step before grows. */
export function push<T>(history: History<T>, next: T, strand: string | null = null): History<T> {
  if (next === history.present) return history
  const grows = strand !== null && strand === history.strand && history.past.length > 0
  return {
    past: grows ? history.past : [...history.past, history.present].slice(-MAX_STEPS),
    present: next,
    future: [],
    strand,
  }
}

/** One step back; the same where there is none. */
export function undo<T>(history: History<T>): History<T> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], strand: null }
}

/** The step taken back again. */
export function redo<T>(history: History<T>): History<T> {
  const [present, ...future] = history.future
  if (present === undefined) return history
  return { past: [...history.past, history.present], present, future, strand: null }
}
