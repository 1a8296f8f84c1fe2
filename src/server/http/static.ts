import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '#src/server/app/services.ts'
import { answerUnknownPath } from './errors.ts'
import { languageOfCookie, pageDocuments } from './pageHints.ts'

const YEAR = 31_536_000

/** Paths that belong to the API or are files: never answered with the page. */
const noPage = /^\/(api|token|ws|assets|healthz|readiness|metrics)(\/|$)|\.[a-z0-9]+$/i

/** A page address is answered with the page to everybody who does not ask for JSON (97-api). */
const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !noPage.test(url.split('?')[0] ?? '') && !/\bjson\b/i.test(headers.accept ?? '')

/** The built client: hashed files for a year, its page never from a cache, and the page for every path the client routes. */
export async function serveClient(
  app: FastifyInstance,
  services: Services,
  clientDir: string | undefined,
): Promise<void> {
  if (clientDir !== undefined) {
    await app.register(fastifyStatic, {
      root: clientDir,
      cacheControl: false,
      // Packed when they were built.
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  const documentFor = clientDir === undefined ? null : pageDocuments(clientDir)
  // Returns nothing, since Fastify listens to the response once more for each reply that is returned, and a page then has more listeners than Node.js takes without a warning.
  app.setNotFoundHandler((request, reply) => {
    if (documentFor === null || !wantsPage(request)) {
      answerUnknownPath(services, request, reply)
      return
    }
    const { token, language } = request.cookies
    documentFor({ isSignedIn: token !== undefined && token !== '', language: languageOfCookie(language) }).then(
      (page) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
      (error: unknown) => reply.send(error),
    )
  })
}
