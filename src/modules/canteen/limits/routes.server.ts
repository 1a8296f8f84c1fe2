/** Calls about limits on ordering ahead (CAN-45). */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { line } from '#src/fields/shapes.server.ts'
import { liftLimit, limitedPeople } from './limits.server.ts'

export const limitRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/limits/',
    permission: 'mealOrder:NoShow',
    handle: ({ unit, access, language }) => limitedPeople(unit, access, language),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/limits/lift/',
    permission: 'mealOrder:NoShow',
    operation: operation('canteen.liftLimit'),
    body: z.strictObject({
      personId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      reason: line(200).min(2),
    }),
    async handle({ unit, access, body }) {
      await liftLimit(unit, access, body.personId, body.reason)
      return null
    },
  }),
]
