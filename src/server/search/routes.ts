import { z } from 'zod'
import type { SearchAnswer } from '#src/define/records/search.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { queryText } from '#src/server/http/schemas.ts'
import { readIds } from '#src/server/records/query.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import {
  findActions,
  findColleagues,
  findDepartments,
  findDictionaries,
  findPages,
  findTickets,
  ticketChoices,
} from './found.ts'

/** One call for everything the command palette finds. */
export function searchRoutes(services: Services): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/system/search/',
      permission: 'signedIn',
      query: z.strictObject({ search: queryText(50) }),
      handle: async ({ unit, access, language, query }): Promise<SearchAnswer> => {
        const typed = query.search ?? ''
        const engine = engineOf(services)
        const departments = findDepartments(services.directory, language, typed)
        const [pages, { actions, nearest }, tickets, people, dictionaries] = await Promise.all([
          findPages(engine, unit, access, language, typed),
          findActions(engine, unit, access, language, typed),
          findTickets(unit, access, typed),
          findColleagues(unit, typed),
          findDictionaries(engine, unit, access, language, typed),
        ])
        return { pages, actions, tickets, people, departments, dictionaries, nearest }
      },
    }),
    // Lists that name tickets narrow themselves to one of them; which ones the person may see is decided by row (WF-18).
    route({
      method: 'GET',
      url: '/api/workflow/ticket/options/',
      permission: 'signedIn',
      query: z.strictObject({ search: queryText(50), ids: queryText(1000) }),
      handle: ({ unit, access, query }) =>
        ticketChoices(unit, access, query.search ?? '', query.ids ? readIds(query.ids) : []),
    }),
  ]
}
