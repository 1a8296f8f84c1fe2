import { sql } from 'kysely'

const MARK = '/* deferred */'

/**
 * Begins a statement whose result nobody reads, inside a transaction: it travels together with the next one, which
 * saves its round trip. When it fails, that next statement (at the latest the commit) rejects with its error.
 */
export const deferred = sql.raw(MARK)

/** Whether a statement was written with {@link deferred} in front. */
export function isDeferred(text: string): boolean {
  return text.trimStart().startsWith(MARK)
}
