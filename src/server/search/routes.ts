import { z } from 'zod'
import type { SearchAnswer } from '#src/define/search.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import { queryText } from '#src/server/http/schemas.ts'
import type { Services } from '#src/server/services.ts'
import { engineOf } from '#src/server/tickets/engine.ts'
import { findActions, findColleagues, findPages, findTickets } from './found.ts'

/** One call for everything the command palette finds. */
export function searchRoutes(services: Services): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/system/search/',
      permission: 'signedIn',
      query: z.strictObject({ search: queryText(50) }),
      handle: async ({ base, access, language, query }): Promise<SearchAnswer> => {
        const wish = query.search ?? ''
        const engine = engineOf(services)
        const [pages, actions, tickets, people] = await Promise.all([
          findPages(engine, base, access, language, wish),
          findActions(engine, base, access, language, wish),
          findTickets(base, access, wish),
          findColleagues(base, wish),
        ])
        return { pages, actions, tickets, people }
      },
    }),
  ]
}
