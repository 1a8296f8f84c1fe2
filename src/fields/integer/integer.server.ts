import { count } from '#src/fields/shapes.server.ts'
import { byValue, kindServer } from '../kind.server.ts'

/** Bounds a spreadsheet and a browser hold exactly. */
const whole = count(-1_000_000_000_000, 1_000_000_000_000)

export const integerServer = kindServer('integer', {
  settings: { min: whole.exactOptional(), max: whole.exactOptional(), initial: whole.exactOptional() },
  schema: ({ min, max }) => ({
    type: 'integer',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }),
  unbounded: () => ({ kind: 'integer' }),
  ...byValue('integer'),
})
