/** The call of 食品留样 beside its list. */
import { type RouteDefinition, route } from '#src/define/server.ts'
import { missingSamples } from './samples.server.ts'

export const sampleRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/samples/missing/',
    permission: 'menuPlan:Search',
    handle: ({ unit }) => missingSamples(unit),
  }),
]
