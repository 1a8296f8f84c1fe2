import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { type Addresses, isLoopbackAddress } from '#src/define/addresses.server.ts'
import type { AppOptions } from '#src/server/app/app.ts'
import { sharedRun } from '#src/server/database/shared-run.ts'
import { answerUnknownPath } from './errors.ts'
import { watchProcess } from './metrics.ts'

/** Milliseconds the database has to answer `/readiness`: with the way there and back it says so within 2 s. */
const DATABASE_ANSWERS = 1_500

/** @throws Error when the answer is not there in time */
async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`database did not answer within ${milliseconds} ms`)), milliseconds)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** Whether the figures are for this caller: this machine or the listed addresses. Through a proxy that is not trusted everybody looks like this machine. */
function mayReadFigures(request: FastifyRequest, listed: Addresses | undefined, isProxyTrusted: boolean): boolean {
  const { headers } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  if (isForwarded && !isProxyTrusted) return false
  return isLoopbackAddress(request.ip) || (listed?.(request.ip) ?? false)
}

/** `/healthz`: the process lives. `/readiness`: the database answers and holds the tables, and the node is not about to end. `/metrics`: the figures of this node. Plain answers for supervisors, outside the API's envelope. */
export function registerHealth(
  app: FastifyInstance,
  { services, live, draining, metricsFrom, trustProxy }: AppOptions,
): void {
  const { metrics } = services.figures
  if (live) metrics.gauge('live_connections', 'Open live connections.', () => live.size)
  const stop = watchProcess(metrics)
  app.addHook('onClose', async () => stop())
  const config = { rateLimit: false }
  // One question at a time: a database that does not answer must not gather those of every supervisor.
  const askDatabase = sharedRun(() => sql`select 1 from revision limit 1`.execute(services.database.db))
  app.get('/healthz', { config }, async () => ({ status: 'ok' }))
  app.get('/readiness', { config }, async (_request, reply) => {
    if (draining?.isOver()) return reply.code(503).send({ status: 'ending' })
    try {
      await within(DATABASE_ANSWERS, askDatabase())
      return { status: 'ready' }
    } catch (error) {
      services.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
  app.get('/metrics', { config }, async (request, reply) => {
    if (!mayReadFigures(request, metricsFrom, (trustProxy ?? false) !== false))
      return answerUnknownPath(services, request, reply)
    return reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(metrics.text())
  })
}
