/** What pickers of the module are asked: some words, or the names of chosen ids. */
import { z } from 'zod'

export const choicesQuery = z.object({
  search: z.string().max(50).optional(),
  ids: z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,99})?$/)
    .optional(),
})
export type ChoicesQuery = z.infer<typeof choicesQuery>

/** For statements: a pattern for the words and the ids, null for what is not asked for. */
export const conditionsOf = ({ search, ids }: ChoicesQuery) => ({
  words: search?.trim() ? `%${search.trim().replace(/[%_\\]/g, '\\$&')}%` : null,
  ids: ids ? ids.split(',').map(Number) : null,
})
