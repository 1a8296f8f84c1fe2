import { count, flag } from '#src/fields/shapes.server.ts'
import { byIds, kindServer } from '../kind.server.ts'

export const filesServer = kindServer('files', {
  settings: { max: count(1, 50), pictures: flag },
  schema: byIds.schema,
})
