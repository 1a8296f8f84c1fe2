import '#src/server/http/request.ts'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FullAnswer } from '#src/define/answer.ts'
import { withoutSecrets } from '#src/define/fault.ts'
import type { Trace } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { isAway } from '#src/server/database/pool.ts'
import { isDiskFull } from '#src/server/diskFull.ts'
import { languageOf } from '#src/server/http/language.ts'
import type { Describe } from '#src/server/work.ts'
import { appendOperations, createOperationLog, type Operation } from './log.ts'
import { loggedBody, loggedDiff, maskWhole } from './mask.ts'

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

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** What was sent, as far as the log may show it. */
const bodyOf = ({ body, routeOptions }: FastifyRequest): unknown =>
  routeOptions.config.hasSecretBody === true ? maskWhole(body) : body

/** How a call ended, or is about to. */
interface Outcome {
  readonly status: number
  readonly code: number | null
  readonly request: unknown
  readonly traces: readonly Trace[]
}

function operationOf(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, code, request: sent, traces }: Outcome,
): Operation {
  const path = withoutSecrets(request.url.split('?')[0] ?? '').slice(0, 300)
  return {
    userId: request.access?.userId ?? request.entered ?? request.machine,
    module: moduleOf(path),
    method: request.method,
    path,
    status,
    code,
    durationMs: Math.round(reply.elapsedTime),
    ip: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    request: loggedBody(sent),
    diff: loggedDiff(traces),
    at: services.clock.now(),
  }
}

/** Writes the operation of a call in the transaction that does what it asks for, so that neither is there without the other. */
export function describing<T>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Describe<T> | undefined {
  // A read is logged when it is known what it takes out; what is not logged at all has no operation.
  if (isReading(request) || request.routeOptions.config.unlogged === true) return undefined
  return async (unit, traces, value) => {
    const rows = value instanceof FullAnswer ? value.rows : null
    const sent = rows === null ? bodyOf(request) : { query: request.query, rows }
    const operation = operationOf(services, request, reply, { status: 200, code: OK, request: sent, traces })
    await appendOperations(unit, services.auditKeys, [operation])
  }
}

/** Whether a call that is about to be answered still has to be written to the log. */
function mustLog(request: FastifyRequest, isTaken: boolean): boolean {
  const { answered, logged } = request
  if (isReading(request) || request.routeOptions.config.unlogged === true)
    return request.machine !== null || answered === DENIED || (isTaken && isReading(request))
  return logged === null || (answered !== null && answered !== logged)
}

/** The answer in the place of one that may not be given, since it could not be logged. */
function unloggedAnswer(services: Services, request: FastifyRequest, reply: FastifyReply, error: unknown): string {
  for (const name of ['content-length', 'content-disposition', 'x-row-count', 'set-cookie']) reply.removeHeader(name)
  const key = isAway(error) ? 'answer.databaseAway' : isDiskFull(error) ? 'answer.diskFull' : 'answer.failed'
  reply.code(503).type('application/json; charset=utf-8').header('cache-control', 'no-store')
  return JSON.stringify({
    code: 5000,
    msg: services.texts.say(languageOf(request.headers['accept-language']), { key }),
  })
}

/**
 * Logs every call but GETs, with what it changed; of the GETs those of machine accounts, what was denied, and downloads and exports, with how many
 * rows left the house (60.8, IMPEX-STD). What a call did is logged in its own transaction (`describing`); what left nothing,
 * as a refusal, in one of the log before the answer is sent. What cannot be logged is not answered.
 */
export function logOperations(app: FastifyInstance, services: Services): void {
  const log = createOperationLog(services)
  app.decorateRequest('answered', null)
  app.decorateRequest('entered', null)
  app.decorateRequest('logged', null)
  app.decorateRequest('machine', null)
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    request.answered = codeOf(payload)
    if (request.routeOptions.url === SIGN_IN) request.entered = enteredAs(payload)
    done(null, payload)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const exported = reply.getHeader('x-row-count')
    // Whatever leaves the house as a file (60.8).
    const isTaken = exported !== undefined || reply.getHeader('content-disposition') !== undefined
    if (!mustLog(request, isTaken)) return payload
    const sent = isTaken
      ? { query: request.query, ...(exported !== undefined && { rows: Number(exported) }) }
      : bodyOf(request)
    const outcome = { status: reply.statusCode, code: request.answered, request: sent, traces: [] }
    try {
      await log.record(operationOf(services, request, reply, outcome))
      return payload
    } catch (error) {
      request.log.error({ err: error, requestId: request.id }, 'an operation could not be logged')
      if (reply.statusCode >= 500) return payload
      if (payload instanceof Readable) payload.destroy()
      return unloggedAnswer(services, request, reply, error)
    }
  })
}
