/** Values that are read once and kept, safe on a pool of one connection. */
import type { Executor } from '../server.ts'

/** Values by key, each read once. */
export interface KeptValues<Key, Value> {
  /** The value of a key: out of memory, or read through this executor. A failed read is not kept. */
  of(db: Executor, key: Key): Promise<Value>
  /** Forgets all of them, also what is being read now. */
  forget(): void
}

/**
 * Keeps at most `most` values, the oldest goes first. Every caller reads through its own executor and only finished values
 * are shared, never the promise of another executor: whoever holds the only connection of the embedded engine would wait
 * for one who waits for that connection. Callers of the same executor share one read.
 */
export function keptValues<Key, Value>(
  read: (db: Executor, key: Key) => Promise<Value>,
  most: number,
): KeptValues<Key, Value> {
  let values = new Map<Key, Value>()
  let reading = new WeakMap<Executor, Map<Key, Promise<Value>>>()

  const readFor = async (db: Executor, key: Key, into: Map<Key, Value>): Promise<Value> => {
    const value = await read(db, key)
    for (const oldest of into.keys()) {
      if (into.size < most || into.has(key)) break
      into.delete(oldest)
    }
    into.set(key, value)
    return value
  }

  return {
    async of(db, key) {
      const known = values.get(key)
      if (known !== undefined) return known
      const own = reading.get(db) ?? new Map<Key, Promise<Value>>()
      reading.set(db, own)
      const started = own.get(key)
      if (started) return started
      const run = readFor(db, key, values).finally(() => own.delete(key))
      own.set(key, run)
      return run
    },
    forget() {
      values = new Map()
      reading = new WeakMap()
    },
  }
}
