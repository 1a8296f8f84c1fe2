import { z } from 'zod'

/** What a list of choices is asked: a keyword, or by id for the names of what was chosen, at most a hundred, with commas. */
export const choicesQuery = z.object({
  search: z.string().max(50).optional(),
  ids: z
    .string()
    .regex(/^(\d{1,15}(,\d{1,15}){0,99})?$/)
    .optional(),
})
