import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { addressesOf, checkAccess } from './check.ts'

/** Longer than any address of the product. */
const MAX_ADDRESS = 300

/** Explains whether a person may use an address, for security administrators and auditors. */
export const accessCheckRoutes = (services: Services): readonly RouteDefinition[] => [
  route({
    method: 'GET',
    url: '/api/system/access_check/',
    permission: 'accessCheck:Search',
    query: z.strictObject({
      userId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
      address: z.string().overwrite(trimText).min(1).max(MAX_ADDRESS),
    }),
    handle: ({ unit, language, query }) => checkAccess(services, unit, language, query),
  }),
  route({
    method: 'GET',
    url: '/api/system/access_check/addresses/',
    permission: 'accessCheck:Search',
    handle: ({ unit, language }) => addressesOf(services, unit, language),
  }),
]
