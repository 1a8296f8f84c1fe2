import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { count, flag, line } from '#src/fields/shapes.server.ts'
import { escapeLike } from '#src/fields/sql.server.ts'
import { kindServer } from '../kind.server.ts'
import { patterns, type TextPattern } from './text.ts'

/** Characters a filter may ask for, however short the field is. */
const MIN_LIMIT = 100

export const textServer = kindServer('text', {
  settings: {
    min: count(0, 10_000).exactOptional(),
    max: count(1, 10_000),
    multiline: flag,
    markdown: flag,
    pattern: z.enum(Object.keys(patterns) as [TextPattern, ...TextPattern[]]).exactOptional(),
    initial: line(500).exactOptional(),
    comparable: z.literal(true).exactOptional(),
    exact: flag,
  },
  schema: ({ max, min, pattern }) => ({
    type: 'string',
    maxLength: max,
    ...(min !== undefined && { minLength: min }),
    ...(pattern !== undefined && { pattern: patterns[pattern].source }),
  }),
  unbounded: ({ max }) => ({ kind: 'text', max: Math.max(MIN_LIMIT, max) }),
  equals: ({ field, column, value }) =>
    field.exact === true
      ? sql<SqlBool>`${column} = ${String(value())}`
      : sql<SqlBool>`${column} ilike ${`%${escapeLike(String(value()))}%`}`,
})
