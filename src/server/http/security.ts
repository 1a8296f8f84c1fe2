import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { cameraPages } from '#src/define/documents.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { bearerOf } from '#src/server/access/authenticate.ts'
import { linkHosts } from '#src/server/access/menu.ts'
import type { AppOptions } from '#src/server/app/app.ts'

/** A class of calls that one session or address may make less often than others: part of the limit for all calls. */
const shares = {
  /** Calls that need no token: sign-in, captcha, requests for accounts. */
  open: 1 / 10,
  /** Calls that take or give many rows or a file. */
  heavy: 1 / 50,
} as const

/** Calls a minute of one session or address, where they are fewer than of other calls; null for those. */
export function callsAMinute(route: RouteDefinition, all: number): number | null {
  const isHeavy = route.upload !== undefined || /\/(export_data|import_data|import_\w+_data)\/$/.test(route.url)
  const share = isHeavy ? shares.heavy : route.permission === 'public' && route.method !== 'GET' ? shares.open : null
  return share === null ? null : Math.max(1, Math.ceil(all * share))
}

/** The pages for counting read labels with the camera; no other document may. */
const usesCamera = (url: string): boolean => {
  const path = url.replace(/\/?(\?.*)?$/, '')
  return cameraPages.some((page) => page === path)
}
/** The worker that reads codes compiles its WebAssembly; no document and no other script may. */
const compiles = (url: string): boolean => /^\/assets\/decoder\.worker-[\w-]+\.js$/.test(url)
const DECODER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/** Headers, compression and the limit of calls. */
export async function secure(app: FastifyInstance, { services, rateLimit: perMinute }: AppOptions): Promise<void> {
  const { production } = services.mode
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Blueprint positions its overlays with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        // SYS-47: pages of other houses, from the hosts of base.iframeHosts alone.
        frameSrc: [
          "'self'",
          () =>
            linkHosts(services.settings)
              .map((host) => `https://${host}`)
              .join(' '),
        ],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: production,
    // What older browsers know of frame-ancestors.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    // No other page of ours asks for any of these, so no script that got in may.
    reply.header(
      'permissions-policy',
      `camera=${usesCamera(request.url) ? '(self)' : '()'}, microphone=(), geolocation=(), payment=(), usb=(), serial=(), display-capture=()`,
    )
    protect(request.raw, reply.raw, (error) => {
      if (compiles(request.url)) reply.raw.setHeader('content-security-policy', DECODER_POLICY)
      done(error as Error | undefined)
    })
  })
  // Brotli's own default is for files compressed once, not for answers.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip', 'deflate'], brotliOptions })
  if (perMinute === undefined) return
  /** Whoever is signed in counts by session, so that an office behind one address does not share one limit; only a token of ours names one. */
  const keyGenerator = async (request: FastifyRequest): Promise<string> => {
    const token = bearerOf(request.headers.authorization)
    const claims = token === null ? null : await services.tokens.verify(token, services.clock.now())
    return claims === null ? `address ${request.ip}` : `session ${claims.sessionId}`
  }
  await app.register(rateLimit, { max: perMinute, timeWindow: '1 minute', keyGenerator })
}
