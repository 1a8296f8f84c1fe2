import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#src/server/services.ts'

/** `/healthz`: the process lives. `/readiness`: the database answers and holds the tables. Plain answers for supervisors, outside the API's envelope. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }))
  app.get('/readiness', { config: { rateLimit: false } }, async (_request, reply) => {
    try {
      await sql`select 1 from revision limit 1`.execute(services.database.db)
      return { status: 'ready' }
    } catch (error) {
      services.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
}
