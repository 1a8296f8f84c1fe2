import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams } from '#src/server/http/schemas.ts'
import { convertBody, revokeBody } from '../bodies.ts'
import { answerOf } from '../detail.ts'
import type { ReaderOf } from '../lines.ts'
import { convertTicket } from './convert.ts'
import { askRevocation } from './revoke.ts'

/** `POST /api/workflow/ticket/{id}/revoke/`: answers the ticket that asks (25.4). */
export const revocationRoute = (reader: ReaderOf): RouteDefinition =>
  route({
    method: 'POST',
    url: '/api/workflow/ticket/:id/revoke/',
    permission: 'signedIn',
    params: idParams,
    body: revokeBody,
    async handle(asked) {
      const { base, access, language, body, caller, params } = asked
      const origin = { ip: caller.ip, requestId: caller.requestId }
      const asker = { access, language, origin, revision: body.version ?? null }
      const to = reader(asked)
      return answerOf(to, access, await askRevocation(to.engine, base, params.id, body.comment, asker))
    },
  })

/** `POST /api/workflow/ticket/{id}/convert/`: answers the ticket that was turned into another (OTH-01). */
export const conversionRoute = (reader: ReaderOf): RouteDefinition =>
  route({
    method: 'POST',
    url: '/api/workflow/ticket/:id/convert/',
    permission: 'signedIn',
    params: idParams,
    body: convertBody,
    async handle(asked) {
      const { access, language, body, caller, params } = asked
      const origin = { ip: caller.ip, requestId: caller.requestId }
      const asker = { access, language, origin, revision: body.version ?? null }
      const to = reader(asked)
      return answerOf(to, access, await convertTicket(to, params.id, body, asker))
    },
  })
