import { count } from '#src/fields/shapes.server.ts'
import { byIds, kindServer } from '../kind.server.ts'

export const peopleServer = kindServer('people', {
  settings: { max: count(1, 100) },
  ...byIds,
  unbounded: () => ({ kind: 'person' }),
})
