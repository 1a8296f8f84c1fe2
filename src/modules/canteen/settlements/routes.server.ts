/** Calls of the settlement of a month (CAN-47). */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { nextSettlement, settle } from './settle.server.ts'

export const settlementRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/settlement/',
    permission: 'mealOrder:Settle',
    handle: ({ unit }) => nextSettlement(unit),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/settlement/',
    permission: 'mealOrder:Settle',
    operation: operation('canteen.settle'),
    body: z.strictObject({ month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) }),
    handle: ({ unit, access, body }) => settle(unit, body.month, access.userId),
  }),
]
