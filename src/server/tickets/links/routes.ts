import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { convertBody, revokeBody } from '../commands/bodies.ts'
import { answerOf } from '../queries/detail.ts'
import type { ReaderOf } from '../queries/lines.ts'
import { convertTicket } from './convert.ts'
import { askRevocation } from './revoke.ts'

/** `POST /api/workflow/ticket/{id}/revoke/`: answers the ticket that asks (25.4). */
export const revocationRoute = (reader: ReaderOf): RouteDefinition =>
  route({
    method: 'POST',
    url: '/api/workflow/ticket/:id/revoke/',
    operation: operation('ticket.revoke', { of: 'ticket' }),
    permission: 'signedIn',
    params: idParams,
    body: revokeBody,
    async handle(request) {
      const { unit, access, language, body, caller, params } = request
      const origin = { ip: caller.ip, requestId: caller.requestId }
      const commandCaller = { access, language, origin, revision: body.version ?? null }
      const to = reader(request)
      return answerOf(to, access, await askRevocation(to.engine, unit, params.id, body.comment, commandCaller))
    },
  })

/** `POST /api/workflow/ticket/{id}/convert/`: answers the ticket that was turned into another (OTH-01). */
export const conversionRoute = (reader: ReaderOf): RouteDefinition =>
  route({
    method: 'POST',
    url: '/api/workflow/ticket/:id/convert/',
    operation: operation('ticket.convert', { of: 'ticket' }),
    permission: 'signedIn',
    params: idParams,
    body: convertBody,
    async handle(request) {
      const { access, language, body, caller, params } = request
      const origin = { ip: caller.ip, requestId: caller.requestId }
      const commandCaller = { access, language, origin, revision: body.version ?? null }
      const to = reader(request)
      return answerOf(to, access, await convertTicket(to, params.id, body, commandCaller))
    },
  })
