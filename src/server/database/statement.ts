import { CompiledQuery } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import { defer } from './deferred.ts'

/** Sends the statement with these values; the rows come back. */
type Statement<Given, Row> = (db: Executor, given: Given) => Promise<readonly Row[]>

/** SQL that stands in a statement as it is. */
export interface Verbatim {
  readonly verbatim: string
}
export const verbatim = (text: string): Verbatim => ({ verbatim: text })

/** The name of a value, or SQL that stands as it is. */
type Place<Given> = (keyof Given & string) | Verbatim

/**
 * A statement whose text never changes, for what is sent with every call: it is put together once, not with each sending
 * as by `sql`. A place names the value it takes, or
 * lists names and SQL; a name in several places is one value. Nobody reads the result of a
 * `deferred` one: it travels together with the next statement of its transaction, which saves its round trip, and when it
 * fails that next one (at the latest the commit) rejects with its error.
 */
export const statement =
  <Given extends object, Row = never>(when: 'at once' | 'deferred' = 'at once') =>
  (
    texts: TemplateStringsArray,
    ...places: readonly (Place<Given> | readonly Place<Given>[])[]
  ): Statement<Given, Row> => {
    const parts = places.map((place) => (typeof place === 'string' || 'verbatim' in place ? [place] : place))
    const names = [...new Set(parts.flatMap((part) => part).filter((part) => typeof part === 'string'))]
    const sqlOf = (part: Place<Given>) => (typeof part === 'string' ? `$${names.indexOf(part) + 1}` : part.verbatim)
    const text = String.raw({ raw: texts }, ...parts.map((part) => part.map(sqlOf).join('')))
    if (when === 'deferred') defer(text)
    return async (db, given) => {
      const values = names.map((name) => given[name])
      return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    }
  }
