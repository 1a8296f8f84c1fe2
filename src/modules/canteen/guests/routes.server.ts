/** The picker of people who eat by a grant of access. */
import { sql } from 'kysely'
import { z } from 'zod'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { GuestChoice } from './guests.types.ts'

const MAX_SHOWN = 50
const wildcards = /[%_\\]/g

export const guestRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/guests/options/',
    permission: 'mealOrder:Verify',
    query: z.object({
      search: z.string().max(60).optional(),
      ids: z
        .string()
        .regex(/^\d{1,15}(,\d{1,15}){0,49}$/)
        .optional(),
    }),
    async handle({ unit, query }) {
      const words = query.search?.trim() ?? ''
      const search = words === '' ? null : `%${words.replace(wildcards, '\\$&')}%`
      const ids = query.ids?.split(',').map(Number) ?? null
      const { rows } = await sql<GuestChoice>`
        select id, name as label, org as note from shared_access_grant
        where case when ${ids}::bigint[] is null then state = 'active' and cardinality(meals) > 0 and valid_to >= ${unit.clock.today()}::date
            and (${search}::text is null or name || ' ' || org ilike ${search}::text) else id = any(${ids}::bigint[]) end
        order by name, id limit ${MAX_SHOWN}`.execute(unit.db)
      return rows
    },
  }),
]
