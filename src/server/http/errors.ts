import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemKey } from '#src/define/names.ts'
import { problemOf } from '#src/define/problem.ts'
import type { Services } from '#src/server/app/services.ts'
import { isAway } from '#src/server/database/pool.ts'
import { isDiskFull } from '#src/server/diskFull.ts'
import type { Envelope } from './envelope.ts'
import { refusalOf } from './envelope.ts'
import { languageOf } from './language.ts'

/** What is decided below the application and keeps its HTTP status (97-api). */
const below: Readonly<Record<number, { code: number; key: ProblemKey }>> = {
  404: { code: 4004, key: 'answer.noPath' },
  413: { code: 4000, key: 'answer.tooLarge' },
  429: { code: 4029, key: 'rate.limited' },
  503: { code: 5000, key: 'answer.unavailable' },
}

function statusOf(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** Turns every error into an envelope; the fault itself goes to the log under the request id, never to the caller. */
export function answerErrors(app: FastifyInstance, services: Services): void {
  const refused = (request: FastifyRequest, code: number, key: ProblemKey): Envelope => ({
    code,
    msg: services.texts.say(languageOf(request.headers['accept-language']), { key }),
    errKey: key,
  })
  const send = (reply: FastifyReply, status: number, envelope: Envelope): FastifyReply =>
    reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(envelope)

  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(services.texts, languageOf(request.headers['accept-language']), error)
    if (refusal) return send(reply, 200, refusal)
    if (isAway(error)) {
      request.log.warn({ err: error, requestId: request.id, route: request.routeOptions.url }, 'the database is away')
      return send(reply, 503, refused(request, 5000, 'answer.databaseAway'))
    }
    if (isDiskFull(error)) {
      request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a disk is full')
      return send(reply, 503, refused(request, 5000, 'answer.diskFull'))
    }
    const status = statusOf(error)
    const known = below[status]
    if (known) return send(reply, status, refused(request, known.code, known.key))
    if (status >= 400 && status < 500)
      return send(reply, 200, { ...refused(request, 4000, 'answer.unreadable'), errors: {} })
    request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'request failed')
    return send(reply, 500, refused(request, 5000, 'answer.failed'))
  })
}

/** The answer to a path of the API that does not exist, or that no path can be read from: 404; to a known one with a method it does not take: 405. */
export function answerUnknownPath(
  services: Pick<Services, 'texts' | 'calls'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const methods = services.calls.methods(request.url.split('?')[0] ?? '')
  const isKnown = methods.length > 0 && !methods.includes(request.method)
  const allowed = methods.join(', ')
  const problem = isKnown ? problemOf('answer.noMethod', request.method, allowed) : problemOf('answer.noPath')
  const msg = services.texts.say(languageOf(request.headers['accept-language']), problem)
  if (isKnown) reply.header('allow', allowed)
  return reply
    .code(isKnown ? 405 : 404)
    .header('cache-control', 'no-store')
    .send({ code: 4004, msg, errKey: problem.key })
}

/** A word where an id belongs makes a path that does not exist (97-api). */
export const unknownPath = (): Error => Object.assign(new Error('unknown path'), { statusCode: 404 })
