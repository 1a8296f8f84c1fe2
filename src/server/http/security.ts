import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '#src/server/app.ts'

/** Headers, compression and the limit per address. */
export async function secure(app: FastifyInstance, { services, rateLimit: perMinute }: AppOptions): Promise<void> {
  const { production } = services.mode
  await app.register(helmet, {
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
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    hsts: production,
    referrerPolicy: { policy: 'same-origin' },
  })
  // Brotli's own default is for files compressed once, not for answers.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip', 'deflate'], brotliOptions })
  if (perMinute !== undefined) await app.register(rateLimit, { max: perMinute, timeWindow: '1 minute' })
}
