import { textPatterns } from '#src/define/api/openapi.ts'
import { amount, flag } from '#src/fields/shapes.server.ts'
import { byValue, kindServer, WIDE } from '../kind.server.ts'

export const moneyServer = kindServer('money', {
  settings: { isRate: flag, positive: flag, max: amount.exactOptional(), initial: amount.exactOptional() },
  schema: () => ({ type: 'string', ...textPatterns.money }),
  unbounded: () => WIDE,
  ...byValue('numeric'),
})
