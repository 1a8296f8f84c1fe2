/** Calls of the board and about its displays (10.2). */
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { count, line } from '#src/fields/shapes.server.ts'
import { readBoard } from './board.server.ts'
import { admitDisplay, createDisplay, displaysOf, revokeDisplay } from './displays.server.ts'

const url = '/api/home/displays/'
/** Days for which a token counts at most. */
const MAX_DAYS = 366

export const boardRoutes: readonly RouteDefinition[] = [
  route({
    method: 'POST',
    url: '/api/home/board/',
    permission: 'public',
    unlogged: true,
    operation: operation('home.readBoard'),
    // The token stands in the body: addresses are written to logs.
    body: z.strictObject({ token: line(100).min(1) }),
    async handle({ unit, body, caller }) {
      await admitDisplay(unit, body.token, caller.ip)
      return readBoard(unit)
    },
  }),
  route({
    method: 'GET',
    url,
    permission: 'home:PublishLayout',
    handle: ({ unit }) => displaysOf(unit),
  }),
  route({
    method: 'POST',
    url,
    permission: 'home:PublishLayout',
    operation: operation('home.createDisplay', { of: 'literal', body: 'name' }),
    body: z.strictObject({ name: line(30).min(1), addresses: line(500).min(1), days: count(1, MAX_DAYS) }),
    handle: ({ unit, access, body }) => createDisplay(unit, access, body),
  }),
  route({
    method: 'POST',
    url: `${url}:id/revoke/`,
    permission: 'home:PublishLayout',
    operation: operation('home.revokeDisplay'),
    params: z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
    async handle({ unit, access, params }) {
      await revokeDisplay(unit, access, params.id)
      return null
    },
  }),
]
