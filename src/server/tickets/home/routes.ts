import { z } from 'zod'
import { speedSpans } from '#src/define/home.ts'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import { idParams, queryId } from '#src/server/http/schemas.ts'
import { atOnceBody } from '../commands/bodies.ts'
import { answerOf } from '../queries/detail.ts'
import type { ReaderOf } from '../queries/lines.ts'
import { approvalSpeed } from './speed.ts'
import { approveAtOnce, urgentTasks } from './tasks.ts'

/** What the home page says of tickets (10.2). */
export function homeRoutes(reader: ReaderOf): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/home/my_tasks/',
      permission: 'home:Search',
      handle: (request) => urgentTasks(reader(request), request.access),
    }),
    route({
      method: 'GET',
      url: '/api/home/approval_speed/',
      permission: 'home:Search',
      query: z.strictObject({ days: z.enum(speedSpans).default('30'), deptId: queryId }),
      handle: ({ unit, access, query, language }) => approvalSpeed(unit, access, query, language),
    }),
    route({
      method: 'POST',
      url: '/api/workflow/ticket/:id/approve_at_once/',
      operation: operation('ticket.approveAtOnce', { of: 'ticket' }),
      permission: 'signedIn',
      params: idParams,
      body: atOnceBody,
      async handle(request) {
        const { access, language, caller, params, body } = request
        const { engine } = reader(request)
        const comment = body.comment === '' ? (engine.texts.find(language, 'ticket.approved') ?? '') : body.comment
        const origin = { ip: caller.ip, requestId: caller.requestId }
        const commandCaller = { access, language, origin, revision: body.version }
        return answerOf(
          reader(request),
          access,
          await approveAtOnce(reader(request), params.id, comment, commandCaller),
        )
      },
    }),
  ]
}
