import '#src/server/http/request.ts'
import type { FastifyInstance } from 'fastify'
import { withoutSecrets } from '#src/define/fault.ts'
import type { Services } from '#src/server/services.ts'
import { createOperationLog, type OperationLog } from './log.ts'
import { loggedBody, loggedDiff } from './mask.ts'

const OK = 2000
const DENIED = 4003

/** `system` of `/api/system/user/`; the first part of any other path. */
const moduleOf = (path: string): string => /^\/(?:api\/)?(?:v1\/)?([\w-]{1,40})/.exec(path)?.[1] ?? ''

const codeOf = (payload: unknown): number | null =>
  typeof payload === 'object' && payload !== null && 'code' in payload && typeof payload.code === 'number'
    ? payload.code
    : null

const SIGN_IN = '/api/login/'

/** Whom a sign-in let in: the call itself came from nobody. */
const enteredAs = (payload: unknown): number | null => {
  if (codeOf(payload) !== OK || typeof payload !== 'object' || payload === null || !('data' in payload)) return null
  const { data } = payload
  return typeof data === 'object' && data !== null && 'userId' in data && typeof data.userId === 'number'
    ? data.userId
    : null
}

/** What a page asks for by itself at every start: granted, it says nothing about what anybody did. */
const ownBusiness = new Set(['/api/system/socket_ticket/'])

/** Logs every call but GETs, after its answer, with what it changed; of the GETs only what was denied, and downloads and exports, with how many rows left the house (60.8, IMPEX-STD). */
export function logOperations(app: FastifyInstance, services: Services): OperationLog {
  const log = createOperationLog(services)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.answered = codeOf(payload)
    if (request.routeOptions.url === SIGN_IN) request.entered = enteredAs(payload)
    done(null, payload)
  })
  app.addHook('onResponse', async (request, reply) => {
    const exported = reply.getHeader('x-row-count')
    // Whatever leaves the house as a file (60.8).
    const isTaken = exported !== undefined || reply.getHeader('content-disposition') !== undefined
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS'
    if (isRead && !isTaken && request.answered !== DENIED) return
    const path = withoutSecrets(request.url.split('?')[0] ?? '').slice(0, 300)
    if (ownBusiness.has(path) && request.answered === OK) return
    log.add({
      userId: request.access?.userId ?? request.entered,
      module: moduleOf(path),
      method: request.method,
      path,
      status: reply.statusCode,
      code: request.answered,
      durationMs: Math.round(reply.elapsedTime),
      ip: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      requestId: request.id,
      request: loggedBody(
        isTaken ? { query: request.query, ...(exported !== undefined && { rows: Number(exported) }) } : request.body,
      ),
      diff: loggedDiff(request.traces ?? []),
      at: services.clock.now(),
    })
  })
  app.addHook('onClose', () => log.flush())
  return log
}
