import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayWorkFrom } from '#src/server/access/administrators.ts'
import { authenticate, personOf, type SignedIn } from '#src/server/access/authenticate.ts'
import { isTicket, spendTicket } from '#src/server/browsers/socketTicket.ts'
import { languageOf } from '#src/server/http/language.ts'
import { write } from '#src/server/work.ts'
import { expiryOf, hear } from './heartbeat.ts'
import { closeCode, Line } from './line.ts'
import type { Live } from './live.ts'

/** Bytes of a heartbeat at most; `ws` would take 100 MiB. */
const MAX_BYTES = 4096

interface Handshake {
  readonly Params: { readonly token: string }
  /** `missed`: milliseconds the page has been reading without a line. */
  readonly Querystring: { readonly language?: string; readonly missed?: string }
}

/** Who opens the line: a person with a token that stands, or the code with which it is closed. */
type Opening = { readonly person: ConstructorParameters<typeof Line>[1] } | { readonly code: number }

/** Browsers name the page a connection comes from: only our own may. Other clients name none. */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}

/** Milliseconds until the first heartbeat has to name an access token, on a line that a ticket opened. */
const FIRST_HEARTBEAT = 10_000

async function byTicket({ services }: Live, ticket: string): Promise<SignedIn | null> {
  const sessionId = await write(services, (unit) => spendTicket(unit, ticket))
  return sessionId === null ? null : personOf(services, sessionId)
}

async function openingOf(live: Live, request: FastifyRequest<Handshake>): Promise<Opening> {
  const { services } = live
  const { token } = request.params
  const hasTicket = isTicket(token)
  const signedIn = hasTicket ? await byTicket(live, token) : await authenticate(services, token)
  if (!signedIn) return { code: closeCode.token }
  if (signedIn.mustChangePassword) return { code: closeCode.abuse }
  if (!mayWorkFrom(services.mode, signedIn.access.roles, request.ip)) return { code: closeCode.token }
  const { userId, departmentId, sessionId } = signedIn.access
  const language = languageOf(request.query.language ?? request.headers['accept-language'])
  const standing = hasTicket
    ? { token: '', expiresAt: services.clock.now().getTime() + FIRST_HEARTBEAT }
    : { token, expiresAt: expiryOf(token) }
  return { person: { userId, departmentId, sessionId, language, ...standing } }
}

/** A number of milliseconds, as far as the query names one; a longer time is answered as one that is no longer known. */
function missedOf({ query: { missed = '' } }: FastifyRequest<Handshake>): number | undefined {
  return /^\d{1,9}$/.test(missed) ? Number(missed) : undefined
}

/** `/ws/{token}/` (specification §7); in the place of the token may stand a ticket. The person is known before the handshake ends, so that no announcement falls between the first look at the data and the connection; a refusal needs the handshake to say its code. */
export async function registerLive(app: FastifyInstance, live: Live): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MAX_BYTES },
    errorHandler: (error, socket) => {
      live.services.log.info({ err: error }, 'live connection failed')
      socket.terminate()
    },
  })
  app.addHook('onClose', () => live.close())
  const openings = new WeakMap<FastifyRequest['raw'], Opening>()
  app.get<Handshake>(
    '/ws/:token/',
    {
      websocket: true,
      preValidation: async (request, reply) => {
        if (!request.ws) return
        if (!isOwnOrigin(request, live.services.mode.publicOrigin)) return reply.code(403).send()
        openings.set(request.raw, await openingOf(live, request))
      },
    },
    (socket, request) => {
      const opening = openings.get(request.raw) ?? { code: closeCode.fault }
      if ('code' in opening) {
        socket.close(opening.code)
        return
      }
      const line = new Line(socket, opening.person)
      live.join(line, missedOf(request))
      socket.on('message', (data, isBinary) => {
        if (isBinary) live.drop(line, closeCode.abuse)
        else void hear(live, line, data.toString())
      })
    },
  )
}
