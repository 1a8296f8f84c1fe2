import { z } from 'zod'
import { count, nameOf } from '#src/fields/shapes.server.ts'
import { byValue, kindServer } from '../kind.server.ts'

const dayBound = z.union([
  z.literal('today'),
  z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  z.strictObject({ today: count(-40_000, 40_000) }),
])

export const dateServer = kindServer('date', {
  settings: {
    min: dayBound.exactOptional(),
    max: dayBound.exactOptional(),
    initial: z.literal('today').exactOptional(),
    until: nameOf(64).exactOptional(),
    half: nameOf(64).exactOptional(),
  },
  schema: () => ({ type: 'string', format: 'date' }),
  unbounded: () => ({ kind: 'date' }),
  ...byValue('date'),
})
