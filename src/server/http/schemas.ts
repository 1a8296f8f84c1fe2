/** Schemas that many routes share. Query values arrive as texts. */

import { z } from 'zod'
import { isBlank, trimText } from '#machines/ticket/engine/visibleText.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import { isDay } from '#src/fields/date/day.ts'

/** `/{id}/`. */
export const idParams = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** A day `yyyy-MM-dd` that exists. */
export const dayText = z.string().refine(isDay).meta(textPatterns.day)

/** 1/0, true/false, True/False (97-api); an empty value counts as absent. */
export const queryBoolean = z.preprocess(
  (value) =>
    value === ''
      ? undefined
      : (({ '1': true, true: true, True: true, '0': false, false: false, False: false } as Record<string, boolean>)[
          String(value)
        ] ?? value),
  z.boolean().optional(),
)

/** A text in a query; an empty one counts as absent. */
export const queryText = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && isBlank(value) ? undefined : value),
    z.string().overwrite(trimText).max(max).optional(),
  )

/** An id in a query; an empty one counts as absent. */
export const queryId = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
)

/** Ids separated by commas, at most so many; none when empty. */
export const queryIds = (max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : (value ?? [])),
    z.array(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(max),
  )

/** `page` from 1, `limit` 20 by default and 100 at most. */
export const pageQuery = {
  page: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(1_000_000).default(1),
  ),
  limit: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(1).max(100).default(20),
  ),
}
