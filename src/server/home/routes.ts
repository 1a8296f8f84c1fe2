import { z } from 'zod'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { agendaOf } from './agenda.ts'
import { healthOf } from './health.ts'

/** Widgets of the home page that no module answers alone (10.2). */
export function widgetRoutes(services: Services): readonly RouteDefinition[] {
  const sources = [...services.moduleServers.values()].flatMap(({ agenda }) => agenda ?? [])
  return [
    route({
      method: 'GET',
      url: '/api/home/agenda/',
      permission: 'home:Search',
      query: z.strictObject({
        month: z
          .string()
          .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
          .meta({ examples: ['2026-03'] }),
      }),
      handle: ({ unit, access, query }) => agendaOf(sources, unit, access.userId, query.month),
    }),
    route({
      method: 'GET',
      url: '/api/home/health/',
      permission: 'job:Search',
      handle: ({ unit }) => healthOf(services, unit),
    }),
  ]
}
