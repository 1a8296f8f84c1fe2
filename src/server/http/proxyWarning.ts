import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { isLoopbackAddress } from '#src/define/addresses.server.ts'

/** Calls after which it is clear how calls come. */
const TELLING_CALLS = 20
/** What this machine itself asks says nothing about how people come. */
const ownCalls: ReadonlySet<string | undefined> = new Set(['/healthz', '/readiness', '/metrics'])

/** Warns once when the first calls all come from this machine on behalf of others: behind a proxy that is not trusted everybody has the proxy's address, in logs and limits alike. */
export function warnAboutProxy(app: FastifyInstance, log: Logger): void {
  let forwarded = 0
  let isClear = false
  const isForwarded = ({ ip, headers }: FastifyRequest): boolean =>
    isLoopbackAddress(ip) && headers['x-forwarded-for'] !== undefined
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isClear && !ownCalls.has(request.routeOptions.url)) {
      if (isForwarded(request)) forwarded += 1
      else isClear = true
      if (forwarded === TELLING_CALLS) {
        isClear = true
        log.warn('calls come through a proxy on this machine that is not trusted: set TRUST_PROXY=on')
      }
    }
    done()
  })
}
