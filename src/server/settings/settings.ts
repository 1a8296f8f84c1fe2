import { sql } from 'kysely'
import type { Executor, Settings } from '#src/define/server.ts'
import type { Vault } from '#src/server/secrets/vault.ts'

/** Settings with the means to load them again. Reading a key that is not in the catalogue throws: it is a fault of the program. */
export interface LiveSettings extends Settings {
  load(db: Executor): Promise<void>
  /** The settings the browser may know, by key. */
  publicValues(): ReadonlyMap<string, unknown>
}

interface Item {
  readonly key: string
  readonly value: unknown
  readonly public: boolean
  readonly secret: boolean
}

const opened = (vault: Vault, value: unknown): unknown => (typeof value === 'string' ? vault.open(value) : value)

export function createSettings(vault: Vault): LiveSettings {
  let items: ReadonlyMap<string, Item> = new Map()

  const value = (key: string): unknown => {
    const item = items.get(key)
    if (!item) throw new Error(`setting ${key} does not exist`)
    return item.value
  }
  const typed = <T>(key: string, isType: (value: unknown) => value is T): T => {
    const found = value(key)
    if (!isType(found)) throw new Error(`setting ${key} has another type`)
    return found
  }

  return {
    async load(db) {
      const { rows } = await sql<Item>`select key, value, public, secret from config_item`.execute(db)
      items = new Map(
        rows.map((item) => [item.key, item.secret ? { ...item, value: opened(vault, item.value) } : item]),
      )
    },
    publicValues: () =>
      new Map([...items.values()].filter((item) => item.public).map((item) => [item.key, item.value])),
    number: (key) => typed(key, (found) => typeof found === 'number'),
    string: (key) => typed(key, (found) => typeof found === 'string'),
    boolean: (key) => typed(key, (found) => typeof found === 'boolean'),
    json: <T>(key: string) => value(key) as T,
  }
}
