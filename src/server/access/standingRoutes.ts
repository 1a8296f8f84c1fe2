import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { pageQuery, queryId, queryText } from '#src/server/http/schemas.ts'
import { endSession, standingSessions } from './standing.ts'

/** Sessions of everybody, for those who watch over them. */
export const standingRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/system/session/',
    permission: 'session:Search',
    query: z.strictObject({ ...pageQuery, search: queryText(50), userId: queryId }),
    handle: ({ unit, access, query, language }) => standingSessions(unit, language, access.sessionId, query),
  }),
  route({
    method: 'POST',
    url: '/api/system/session/:id/kick/',
    operation: operation('session.kick', { of: 'session' }),
    permission: 'session:Kick',
    params: z.strictObject({ id: z.uuid() }),
    handle: ({ unit, access, params }) => endSession(unit, { id: params.id, own: access.sessionId }),
  }),
]
