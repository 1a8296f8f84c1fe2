import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticate } from '#src/server/access/authenticate.ts'
import { languageOf } from '#src/server/http/language.ts'
import { expiryOf, hear } from './heartbeat.ts'
import { closeCode, Line } from './line.ts'
import type { Live } from './live.ts'

/** Bytes of a heartbeat at most; `ws` would take 100 MiB. */
const MOST_BYTES = 4096

interface Handshake {
  readonly Params: { readonly token: string }
  readonly Querystring: { readonly language?: string }
}

/** Who opens the line: a person with a token that stands, or the code with which it is closed. */
type Opening = { readonly person: ConstructorParameters<typeof Line>[1] } | { readonly code: number }

/** Browsers name the page a connection comes from: only our own may. Other clients name none. */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin } = request.headers
  if (origin === undefined || origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}

async function openingOf(live: Live, request: FastifyRequest<Handshake>): Promise<Opening> {
  const { token } = request.params
  const signedIn = await authenticate(live.services, token)
  if (!signedIn) return { code: closeCode.token }
  if (signedIn.mustChangePassword) return { code: closeCode.abuse }
  const { userId, departmentId, sessionId } = signedIn.access
  const language = languageOf(request.query.language ?? request.headers['accept-language'])
  return { person: { userId, departmentId, sessionId, language, token, expiresAt: expiryOf(token) } }
}

/** `/ws/{token}/` (specification §7). The person is known before the handshake ends, so that no announcement falls between the first look at the data and the connection; a refusal needs the handshake to say its code. */
export async function registerLive(app: FastifyInstance, live: Live): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: MOST_BYTES },
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
      live.join(line)
      socket.on('message', (data, isBinary) => {
        if (isBinary) live.drop(line, closeCode.abuse)
        else void hear(live, line, data.toString())
      })
    },
  )
}
