import type {} from '@fastify/cookie'
import './request.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import type { Access } from '#src/define/access.ts'
import { FileAnswer, FullAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { permissionDenied, Refusal, unauthorized } from '#src/define/problem.ts'
import type { Caller, RouteDefinition, RouteRequest, UnitOfWork, Upload } from '#src/define/server.ts'
import { anonymous } from '#src/server/access/access.ts'
import type { SignedIn } from '#src/server/access/authenticate.ts'
import { authenticate, bearerOf } from '#src/server/access/authenticate.ts'
import { authenticateMachine, isOpenToMachine } from '#src/server/access/machines.ts'
import { verdictOn } from '#src/server/access/verdict.ts'
import { withOpening } from '#src/server/access/whiteList.ts'
import type { Services } from '#src/server/app/services.ts'
import { describing } from '#src/server/audit/operations/hook.ts'
import { type Describe, reader, write } from '#src/server/work.ts'
import type { Envelope } from './envelope.ts'
import { SUCCESS, successOf } from './envelope.ts'
import { unknownPath } from './errors.ts'
import type { ActionKey } from './idempotency.ts'
import { findStored, fingerprintOf, idempotencyKeyOf, keepAnswer, replayOf } from './idempotency.ts'
import { languageOf } from './language.ts'
import { assertNoMaintenance } from './maintenance.ts'
import { countRows, sendFile, sendTagged, setCookies } from './reply.ts'
import { callsAMinute } from './security.ts'
import { readUpload } from './upload.ts'
import { parse, unprintable } from './validation.ts'

/** The action was done before under the same key; carries what was answered then. */
class Replayed extends Error {
  readonly answer: Envelope
  constructor(answer: Envelope) {
    super('replayed')
    this.answer = answer
  }
}

const callerOf = (request: FastifyRequest): Caller => ({
  ip: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  requestId: request.id,
  cookies: request.cookies,
  fromOwnPage: request.headers['sec-fetch-site'] === 'same-origin',
})

/** Who was let in: nobody on an open call, and with which access. */
interface Admission {
  readonly signedIn: (Pick<SignedIn, 'access'> & { readonly state: Pick<SignedIn['state'], 'storedAnswer'> }) | null
  readonly access: Access
}

/** A guest on a call that the white list opens; 401 on any other. */
async function admitGuest(services: Services, route: RouteDefinition, request: FastifyRequest): Promise<Admission> {
  // No session brings the newest revisions along: what was taken off the list must not stay open on this node.
  await services.caches.load()
  const opening = services.whiteList.openingFor(route, true)
  if (opening === null) throw unauthorized()
  await assertNoMaintenance(services, route, request, null)
  services.whiteList.count(opening)
  return { signedIn: null, access: withOpening(null, route.permission, opening) }
}

/** A program with a token of its own, on a call that is for programs; null for any other token. */
async function admitMachine(
  services: Services,
  route: RouteDefinition,
  request: FastifyRequest,
  { token, key }: { readonly token: string; readonly key: string | null },
): Promise<Admission | null> {
  const machine = await authenticateMachine(services, { token, ip: request.ip, key }, (userId) => {
    request.machine = userId
  })
  if (machine === null) return null
  await assertNoMaintenance(services, route, request, null)
  request.access = machine.access
  if (!isOpenToMachine(route, machine.access)) throw permissionDenied()
  return { signedIn: machine, access: machine.access }
}

/** Who calls, and whether they may call this route (deny by default). */
async function admit(
  services: Services,
  route: RouteDefinition,
  request: FastifyRequest,
  key: string | null,
): Promise<Admission> {
  const token = bearerOf(request.headers.authorization)
  if (route.permission === 'public' && (token === null || route.knowsCaller !== true)) {
    await assertNoMaintenance(services, route, request, null)
    services.whiteList.countShipped(route)
    return { signedIn: null, access: anonymous }
  }
  if (token === null) return admitGuest(services, route, request)
  const machine = await admitMachine(services, route, request, { token, key })
  if (machine !== null) return machine
  const signedIn = await authenticate(services, token, key)
  if (!signedIn) throw unauthorized()
  await assertNoMaintenance(services, route, request, signedIn)
  request.access = signedIn.access
  const verdict = verdictOn(services, route, signedIn, request.ip)
  if (!verdict.isAllowed) throw refusals[verdict.by]()
  if (verdict.by !== 'whiteList') return { signedIn, access: signedIn.access }
  services.whiteList.count(verdict.opening)
  return { signedIn, access: withOpening(signedIn.access, route.permission, verdict.opening) }
}

/** What a person is answered whose call is not let in. */
const refusals = {
  address: () => new Refusal(4003, { key: 'login.address' }),
  mustChangePassword: () => new Refusal(4003, { key: 'password.mustChange' }),
  handedOver: () => new Refusal(4003, { key: 'password.handedOver' }),
  permission: permissionDenied,
} as const

/** The transaction of an answer: it keeps the answer for replays, and what was done stands in the operation log. */
function keepingWrite(
  services: Services,
  action: ActionKey | null,
  language: Language,
  describe: Describe<unknown> | undefined,
) {
  return async <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
    if (action === null) return write(services, work, describe)
    try {
      return await write(
        services,
        async (unit) => {
          const value = await work(unit)
          if (!(value instanceof FileAnswer))
            await keepAnswer(services.vault, unit, action, successOf(services.texts, language, value))
          return value
        },
        describe,
      )
    } catch (error) {
      const stored = await findStored(services.database.db, action, services.clock.now())
      if (stored) throw new Replayed(replayOf(services.vault, action, stored))
      throw error
    }
  }
}

async function answer(
  services: Services,
  route: RouteDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const key = idempotencyKeyOf(request)
  const admission = await admit(services, route, request, key)
  if (!route.upload)
    return carryOut(services, route, request, reply, { key, ...admission, sent: request.body ?? {}, upload: null })
  const { upload, fields } = await readUpload(request, route.upload)
  try {
    return await carryOut(services, route, request, reply, { key, ...admission, sent: fields, upload })
  } finally {
    if (upload.received !== undefined) await route.upload.sink?.discard(upload.received)
  }
}

/** What stands in the path; @throws unknownPath */
function pathParams(schema: ZodType, params: unknown): unknown {
  const read = schema.safeParse(params)
  if (!read.success) throw unknownPath()
  return read.data
}

/** A call that was let in, with what it brought. */
interface Admitted extends Admission {
  readonly key: string | null
  readonly sent: unknown
  readonly upload: Upload | null
}

async function carryOut(
  services: Services,
  route: RouteDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, signedIn, access, sent, upload }: Admitted,
): Promise<unknown> {
  const language = languageOf(request.headers['accept-language'])
  if (request.url.includes('%00')) throw unprintable()
  const params = route.params ? pathParams(route.params, request.params) : {}
  const query = route.query ? parse(route.query, request.query) : {}
  const body = route.body ? parse(route.body, sent) : {}
  const action =
    key !== null && signedIn
      ? {
          userId: signedIn.access.userId,
          key,
          fingerprint: fingerprintOf(request, upload ? [sent, upload.name] : sent),
        }
      : null
  if (action && signedIn?.state.storedAnswer)
    throw new Replayed(replayOf(services.vault, action, signedIn.state.storedAnswer))

  const describe = describing<unknown>(services, request, reply)
  const keep = keepingWrite(services, action, language, describe)
  const keeping = async <T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> => {
    const value = await keep(work)
    if (describe) request.logged = SUCCESS
    return value
  }
  const ask = (unit: UnitOfWork): RouteRequest<unknown, unknown, unknown> => ({
    body,
    query,
    params,
    access,
    language,
    unit,
    upload,
    caller: callerOf(request),
    write: keeping,
    writeApart: (work) => write(services, work, describe),
  })
  if (route.method === 'GET' || route.ownTransaction === true) return route.handle(ask(reader(services)))
  return keeping((unit) => route.handle(ask(unit)))
}

function send(services: Services, request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  if (value instanceof FileAnswer) return sendFile(reply, value)
  if (value instanceof FullAnswer) {
    setCookies(reply, value.cookies, services.mode.production)
    if (value.rows !== null) countRows(reply, value.rows)
  }
  const language = languageOf(request.headers['accept-language'])
  const envelope = successOf(services.texts, language, value)
  if (value instanceof FullAnswer && value.isTagged) return sendTagged(request, reply, envelope)
  return reply.header('cache-control', 'no-store').send(envelope)
}

/** Puts route definitions on the server: sign-in and permission, validation, idempotency, transaction, envelope. */
export function registerRoutes(
  app: FastifyInstance,
  services: Services,
  routes: readonly RouteDefinition[],
  perMinute?: number,
): void {
  for (const route of routes) {
    const fewer = perMinute === undefined ? null : callsAMinute(route, perMinute)
    app.route({
      config: {
        ...(route.unlogged && { unlogged: true }),
        ...(route.hasSecretBody && { hasSecretBody: true }),
        ...(fewer !== null && { rateLimit: { max: fewer, timeWindow: '1 minute' } }),
      },
      method: route.method,
      url: route.url,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        try {
          return send(services, request, reply, await answer(services, route, request, reply))
        } catch (error) {
          if (error instanceof Replayed) return reply.header('cache-control', 'no-store').send(error.answer)
          throw error
        }
      },
    })
  }
}
