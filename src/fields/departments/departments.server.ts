import { count } from '#src/fields/shapes.server.ts'
import { byIds, kindServer } from '../kind.server.ts'

export const departmentsServer = kindServer('departments', {
  settings: { max: count(1, 100) },
  ...byIds,
  unbounded: () => ({ kind: 'department' }),
})
