import './request.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#src/server/app/services.ts'

/** X-Request-Id on every answer, and one log line per request. The route's pattern is logged, never the path: it may hold a token. */
export function logRequests(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    services.figures.requests.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        code: String(request.answered ?? reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
    services.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        code: request.answered,
        ms: Math.round(reply.elapsedTime),
        userId: request.access?.userId ?? null,
      },
      'request',
    )
    done()
  })
}
