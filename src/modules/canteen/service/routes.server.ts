/** Calls of the counter. */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { line } from '#src/fields/shapes.server.ts'
import { counterMeals, counterOf, markMissed, verifyCode, verifyMany } from './verify.server.ts'

const MAX_ORDERS = 500
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const orderIds = z.array(id).min(1).max(MAX_ORDERS)

export const counterRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/counter/',
    permission: 'mealOrder:Verify',
    handle: ({ unit }) => counterMeals(unit),
  }),
  route({
    method: 'GET',
    url: '/api/canteen/counter/diners/',
    permission: 'mealOrder:Verify',
    query: z.strictObject({ menuId: id }),
    handle: ({ unit, access, language, query }) => counterOf(unit, access, language, query.menuId),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/counter/code/',
    permission: 'mealOrder:Verify',
    operation: operation('canteen.verify'),
    body: z.strictObject({ menuId: id, code: line(200).min(1) }),
    handle: ({ unit, access, language, body }) => verifyCode(unit, access, language, body),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/counter/verify/',
    permission: 'mealOrder:Verify',
    operation: operation('canteen.verify'),
    body: z.strictObject({ menuId: id.optional(), orderIds, at: z.string().max(19).nullish() }),
    async handle({ unit, access, body }) {
      return { verified: await verifyMany(unit, access, body) }
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/counter/no_show/',
    permission: 'mealOrder:NoShow',
    operation: operation('canteen.noShow'),
    body: z.strictObject({ menuId: id.optional(), orderIds }),
    async handle({ unit, access, body }) {
      return { marked: await markMissed(unit, access, body) }
    },
  }),
]
