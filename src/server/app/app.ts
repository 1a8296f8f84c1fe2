import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import Fastify, { LogController } from 'fastify'
import type { Addresses } from '#src/define/addresses.server.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { accessCheckRoutes } from '../access/check/routes.ts'
import { registeredRoutes } from '../access/registered.ts'
import { accessRoutes } from '../access/routes.ts'
import { standingRoutes } from '../access/standingRoutes.ts'
import { flushWhiteList } from '../access/whiteList.ts'
import { logOperations } from '../audit/operations/hook.ts'
import { backupRoutes } from '../backups/routes.ts'
import { browserRoutes } from '../browsers/routes.ts'
import { documentationRoutes } from '../documentation/routes.ts'
import { dataExportRoutes } from '../exports/dataRoutes.ts'
import { exportRoutes } from '../exports/routes.ts'
import { fileRoutes } from '../files/routes.ts'
import { widgetRoutes } from '../home/routes.ts'
import type { Draining } from '../http/draining.ts'
import { answerErrors, answerUnknownPath } from '../http/errors.ts'
import { registerHealth } from '../http/health.ts'
import { logRequests } from '../http/log.ts'
import { warnAboutProxy } from '../http/proxyWarning.ts'
import { registerRoutes } from '../http/register.ts'
import { secure } from '../http/security.ts'
import { serveClient } from '../http/static.ts'
import { isDeep, tooDeep, unprintable } from '../http/validation.ts'
import { jobRoutes } from '../jobs/routes.ts'
import type { Live } from '../live/live.ts'
import { registerLive } from '../live/routes.ts'
import { reminderRoutes } from '../notices/reminders.ts'
import { noticeRoutes } from '../notices/routes.ts'
import { organisationRoutes } from '../organisation/routes.ts'
import { personalRoutes } from '../personal/routes.ts'
import { proposalRoutes } from '../proposals/routes.ts'
import { recordRoutes } from '../records/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { selfServiceRoutes } from '../selfService/routes.ts'
import { configurationRoutes } from '../settings/configurationRoutes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { workCalendarRoutes } from '../settings/workCalendarRoutes.ts'
import { ticketRoutes } from '../tickets/routes.ts'
import type { Services } from './services.ts'

export interface AppOptions {
  readonly services: Services
  /** Live connections of this node; without them there is no `/ws`. */
  readonly live?: Live
  /** Folder of the built client; without one only the API answers. */
  readonly clientDir?: string
  /** Requests a minute from one address; none without it. */
  readonly rateLimit?: number
  /** Believe X-Forwarded-For of the proxies at these addresses. */
  readonly trustProxy?: string | false
  /** How a node ends; without it the app is closed at once. */
  readonly draining?: Draining
  /** Who may read `/metrics` besides this machine. */
  readonly metricsFrom?: Addresses
}

/** Most a JSON body may have (a form with its lines); files have limits of their own. */
const BODY_LIMIT = 1024 * 1024
/** Milliseconds in which a call has to have arrived as a whole: 20 MB take that long at half a megabit a second. */
const SLOWEST = 300_000

/** Every endpoint of the product, so that one test can walk them all. */
export function routesOf(services: Services): readonly RouteDefinition[] {
  const byHand = [
    ...accessRoutes(services),
    ...standingRoutes,
    ...accessCheckRoutes(services),
    ...selfServiceRoutes(services),
    ...browserRoutes(services),
    ...organisationRoutes(services, () => routesOf(services)),
    ...personalRoutes(services),
    ...registeredRoutes(services, () => routesOf(services)),
    ...searchRoutes(services),
    ...settingsRoutes(services),
    ...configurationRoutes(services),
    ...workCalendarRoutes(services),
    ...noticeRoutes(services),
    ...reminderRoutes(),
    ...fileRoutes(services),
    ...jobRoutes(services),
    ...backupRoutes(services),
    ...widgetRoutes(services),
    ...exportRoutes(services),
    ...dataExportRoutes(services),
    ...ticketRoutes(services),
    ...proposalRoutes(services),
    ...documentationRoutes(services, () => routesOf(services)),
    ...[...services.moduleServers.values()].flatMap((server) => server.routes ?? []),
  ]
  return [...byHand, ...recordRoutes(services, byHand)]
}

/** Builds the server without letting it listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services } = options
  const logger: FastifyBaseLogger = services.log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: SLOWEST,
    // Who is in a kept connection when the node ends is served, and told to come no more.
    return503OnClosing: false,
    trustProxy: options.trustProxy ?? false,
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    frameworkErrors: (_error, request, reply) => void answerUnknownPath(services, request, reply),
    // A token stands in the path of the live connection.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 2000 },
  })
  app.decorateRequest('access', null)
  readBodies(app)
  answerErrors(app, services)
  logRequests(app, services)
  logOperations(app, services)
  app.addHook('onClose', () => flushWhiteList(services))
  app.addHook('onClose', async () => services.parser.close())
  options.draining?.watch(app)
  if (services.mode.production && !options.trustProxy) warnAboutProxy(app, services.log)
  await secure(app, options)
  await app.register(cookie)
  await app.register(multipart)
  if (options.live) await registerLive(app, options.live)
  registerHealth(app, options)
  const routes = routesOf(services)
  services.whiteList.learn(routes)
  services.calls.learn(routes)
  registerRoutes(app, services, routes, options.rateLimit)
  await serveClient(app, services, options.clientDir)
  return app
}

/** An action without a form may be called with an empty JSON body; U+0000 is refused, since no column can hold it, and what is nested deeper than any form. */
function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString()
    if (text === '') done(null, {})
    else if (isDeep(text)) done(tooDeep())
    else if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) done(unprintable())
    else parseJson(request, text, done)
  })
}
