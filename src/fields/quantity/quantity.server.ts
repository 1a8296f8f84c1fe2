import { z } from 'zod'
import { flag } from '#src/fields/shapes.server.ts'
import { byValue, kindServer, WIDE } from '../kind.server.ts'

const beside = z.string().max(60).exactOptional()
const bound = z.number().min(-1_000_000_000).max(1_000_000_000).exactOptional()

export const quantityServer = kindServer('quantity', {
  settings: { min: bound, max: bound, positive: flag, initial: bound, placesIn: beside, ofItem: beside },
  schema: ({ min, max, positive }) => ({
    type: 'number',
    ...(positive === true ? { exclusiveMinimum: 0 } : min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }),
  unbounded: () => WIDE,
  // PostgreSQL gives decimals as texts; the shortest number of the text is the same decimal.
  stored: (value) => (value === null ? null : Number(value)),
  ...byValue('numeric'),
})
