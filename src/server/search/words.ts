/** Texts that are found by parts of them, with an index over the very same expression: `text_grams` in the migrations. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#src/fields/sql.server.ts'
import { textGrams } from './match.ts'

/** A text, and how many characters the shortest keyword has that its index finds. */
export interface Words {
  readonly text: RawBuilder<unknown>
  readonly shortest: 1 | 2
}

const wordsOf =
  (columns: readonly string[], shortest: Words['shortest']) =>
  (alias: string): Words => ({ text: joinColumns(columns.map((name) => sql.ref(`${alias}.${name}`))), shortest })

/** Columns as one text. */
export const joinColumns = (columns: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`(${sql.join(columns, sql` || ' ' || `)})`

/** Names, spellings, account, number and post of people. */
export const peopleWords = wordsOf(['name', 'name_pinyin', 'name_en', 'username', 'emp_no', 'post'], 1)
/** Number and title of tickets. */
export const ticketWords = wordsOf(['no', 'title'], 2)

/** Whether a text holds a keyword, in whatever case: the index knows the rows with all of its runs, the comparison has the last word. */
export const holds = ({ text, shortest }: Words, keyword: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(text_grams(${text}, ${sql.lit(shortest)}) @> ${[...textGrams(keyword, shortest)]}::text[] and ${text} ilike ${`%${escapeLike(keyword)}%`})`
