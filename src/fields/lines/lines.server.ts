import { z } from 'zod'
import { count, nameOf } from '#src/fields/shapes.server.ts'
import { kindServer } from '../kind.server.ts'
import { MAX_ROWS } from './lines.ts'

export const linesServer = kindServer('lines', {
  settings: { min: count(0, MAX_ROWS), max: count(1, MAX_ROWS), fields: z.record(nameOf(64), z.unknown()) },
  schema: ({ fields, min, max }, { rowOf }) => ({ type: 'array', items: rowOf(fields), minItems: min, maxItems: max }),
  parameter: (value) => JSON.stringify(value),
})
