import { CompiledQuery } from 'kysely'
import type { Executor } from '#src/define/server.ts'
import { DEFERRED } from './deferred.ts'

/** Sends the statement with these values; the rows come back. */
type Statement<Given, Row> = (db: Executor, given: Given) => Promise<readonly Row[]>

/** SQL that stands in a statement as it is. */
interface Verbatim {
  readonly verbatim: string
}
export const verbatim = (text: string): Verbatim => ({ verbatim: text })

/**
 * A statement whose text never changes, for what is sent with every call: it is put together once, not with each sending
 * as by `sql`. A place names the value it takes; a name in several places is one value. Nobody reads the result of a
 * `deferred` one: it travels together with the next statement of its transaction, which saves its round trip, and when it
 * fails that next one (at the latest the commit) rejects with its error.
 */
export const statement =
  <Given extends object, Row = never>(when: 'at once' | 'deferred' = 'at once') =>
  (texts: TemplateStringsArray, ...places: readonly ((keyof Given & string) | Verbatim)[]): Statement<Given, Row> => {
    const names = [...new Set(places.filter((place) => typeof place === 'string'))]
    const written = places.map((place) => (typeof place === 'string' ? `$${names.indexOf(place) + 1}` : place.verbatim))
    const text = `${when === 'deferred' ? DEFERRED : ''}${String.raw({ raw: texts }, ...written)}`
    return async (db, given) => {
      const values = names.map((name) => given[name])
      return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
    }
  }
