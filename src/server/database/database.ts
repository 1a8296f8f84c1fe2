import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Tables } from '#src/define/tables.server.ts'
import type { Listener } from './listener.ts'

/** The one database of a server node. */
export interface Database {
  /** PostgreSQL by URL, or the engine inside this process. */
  readonly kind: 'embedded' | 'postgres'
  /** SQL is snake_case, TypeScript camelCase; keys inside json columns stay as they are. */
  readonly db: Kysely<Tables>
  /** The pool below, for statements that Kysely cannot say. */
  readonly pool: pg.Pool
  /** Whether notifications reach other nodes; the embedded engine has only this one. */
  readonly notifyAvailable: boolean
  /** Behind `listen` of notify.ts. */
  readonly listener: Listener
  /** Told about failures of idle connections, maintenance and listeners, which no caller awaits. */
  readonly onError: (error: Error) => void
  /** Runs `work` without the time limit that the embedded engine puts on statements; PostgreSQL has its own setting. */
  unhurried<T>(work: () => Promise<T>): Promise<T>
  /** Writes an image of an in-memory embedded database that `connect({ template })` starts from. */
  dump(path: string): Promise<void>
  /** Waits for running queries and shuts down; a second call does nothing. */
  close(): Promise<void>
}
