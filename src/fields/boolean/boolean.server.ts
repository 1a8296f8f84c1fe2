import { flag } from '#src/fields/shapes.server.ts'
import { byValue, kindServer } from '../kind.server.ts'

export const booleanServer = kindServer('boolean', {
  settings: { initial: flag },
  schema: () => ({ type: 'boolean' }),
  equals: byValue('boolean').equals,
})
