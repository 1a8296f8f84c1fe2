import { z } from 'zod'
import { FAULT_BYTES, FAULT_LIMITS } from '#src/define/fault.ts'
import { operation } from '#src/define/operations/operations.ts'
import { ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { keepFault } from './frontendLog.ts'
import { currentBuild, publishedVersion } from './release.ts'
import { issueTicket, TICKET_SECONDS } from './socketTicket.ts'

const { message, stack, page, version } = FAULT_LIMITS

const fault = z.strictObject({
  level: z.enum(['error', 'warning']),
  message: z.string().min(1).max(message),
  stack: z.string().max(stack).default(''),
  page: z.string().max(page).default(''),
  version: z.string().max(version).default(''),
})

/** What pages ask and tell about themselves. */
export function browserRoutes(services: Services): readonly RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/system/socket_ticket/',
      operation: operation('browser.connect'),
      permission: 'signedIn',
      // Its answer is kept nowhere: not even for a replay.
      ownTransaction: true,
      // A page asks for one by itself at every start.
      unlogged: true,
      handle: async ({ access }) => ({
        ticket: await write(services, (unit) => issueTicket(unit, access.sessionId)),
        seconds: TICKET_SECONDS,
      }),
    }),
    route({
      method: 'GET',
      url: '/api/init/version/',
      permission: 'public',
      handle: async ({ unit }) => ({ build: await currentBuild(), version: await publishedVersion(unit) }),
    }),
    route({
      method: 'POST',
      url: '/api/system/log/frontendLog/',
      operation: operation('browser.fault'),
      permission: 'signedIn',
      beforePasswordChange: true,
      body: fault,
      handle: async ({ unit, access, body, caller }) => {
        if (Buffer.byteLength(JSON.stringify(body)) > FAULT_BYTES)
          throw new ValidationError({ '': [{ key: 'answer.tooLarge' }] })
        await keepFault(unit, { userId: access.userId, sessionId: access.sessionId, agent: caller.agent }, body)
        return null
      },
    }),
  ]
}
