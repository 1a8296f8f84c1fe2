import { amount, count } from '#src/fields/shapes.server.ts'
import { byValue, kindServer, WIDE } from '../kind.server.ts'

export const decimalServer = kindServer('decimal', {
  settings: {
    precision: count(1, 18),
    scale: count(0, 6),
    min: amount.exactOptional(),
    max: amount.exactOptional(),
    step: amount.exactOptional(),
    initial: amount.exactOptional(),
  },
  schema: ({ precision, scale }) => ({
    type: 'string',
    pattern: `^-?\\d{1,${precision - scale}}(\\.\\d{1,${scale}})?$`,
  }),
  unbounded: () => WIDE,
  ...byValue('numeric'),
})
