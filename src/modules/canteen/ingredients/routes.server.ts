/** Calls of 食材管理 beside its lists: demand of menus, and the trace of a batch. */
import { z } from 'zod'
import { RuleError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { demandOf } from './demand.server.ts'
import { traceBatch, traceMeal } from './trace.server.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const day = z.iso.date()

export const ingredientRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/demand/',
    permission: 'menuPlan:Demand',
    query: z.strictObject({ from: day, to: day }),
    handle({ unit, query: { from, to } }) {
      if (to < from) throw new RuleError('canteen.demandDays').at('to')
      return demandOf(unit, from, to)
    },
  }),
  route({
    method: 'GET',
    url: '/api/canteen/trace/',
    permission: 'ingredient:Retrieve',
    query: z.strictObject({ batchId: id }),
    handle: ({ unit, query }) => traceBatch(unit, query.batchId),
  }),
  route({
    method: 'GET',
    url: '/api/canteen/trace/meal/',
    permission: 'ingredient:Retrieve',
    query: z.strictObject({ menuId: id }),
    handle: ({ unit, query }) => traceMeal(unit, query.menuId),
  }),
]
