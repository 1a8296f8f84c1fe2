/** Keeps a value on the server while it goes on changing: one call at a time, always the newest value, in the order of their revisions. */

/** How what is on the screen stands to what is kept. */
export type AutosaveState = 'kept' | 'waiting' | 'keeping' | 'conflict' | 'failed'

/** What the keeper needs of the outside. */
interface Outside<T> {
  /** Keeps the value over the revision and gives the new one. */
  readonly put: (value: T, revision: number) => Promise<number>
  readonly isConflict: (error: unknown) => boolean
  /** Hears every change of state. */
  readonly tell: (keeping: AutosaveState, revision: number) => void
}

export interface Autosave<T> {
  /** Keeps this value; settles when it, or a newer one, is kept or could not be. */
  readonly keep: (value: T) => Promise<AutosaveState>
  /** What the server now has, after a reload or a publication. */
  readonly restart: (value: T, revision: number) => void
  /** Whether this very value is what the server has. */
  readonly holds: (value: T) => boolean
}

/** A keeper that begins with what the server has. A conflict is never written over: it stays until a restart. */
export function autosaveOf<T>(first: T, firstRevision: number, { put, isConflict, tell }: Outside<T>): Autosave<T> {
  let [saved, revision] = [first, firstRevision]
  let wanted = first
  let state: AutosaveState = 'kept'
  let running: Promise<void> | null = null
  const enter = (next: AutosaveState): void => {
    state = next
    tell(next, revision)
  }
  const run = async (): Promise<void> => {
    while (saved !== wanted) {
      const value = wanted
      enter('keeping')
      try {
        revision = await put(value, revision)
      } catch (error) {
        enter(isConflict(error) ? 'conflict' : 'failed')
        return
      }
      saved = value
    }
    enter('kept')
  }
  return {
    keep: async (value) => {
      wanted = value
      if (state === 'conflict') return state
      if (value === saved && running === null) {
        if (state !== 'kept') enter('kept')
        return state
      }
      running ??= run().finally(() => {
        running = null
      })
      await running
      return state
    },
    restart: (value, next) => {
      saved = value
      wanted = value
      revision = next
      enter('kept')
    },
    holds: (value) => value === saved,
  }
}
