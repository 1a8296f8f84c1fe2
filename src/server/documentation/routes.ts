import { FileAnswer } from '#src/define/answer.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/services.ts'
import { openApiOf } from './openapi.ts'

/** The document of the API, for signed-in people of a bureau that shows it (`base.apiDocs`). It is the document itself, without an envelope, so that tools can read it. */
export function documentationRoutes(
  services: Services,
  all: () => readonly RouteDefinition[],
): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: '/api/openapi/',
      permission: 'signedIn',
      handle: async ({ language }) => {
        if (!services.settings.boolean('base.apiDocs')) throw notFound()
        return new FileAnswer({
          name: 'openapi.json',
          mime: 'application/vnd.oai.openapi+json',
          content: Buffer.from(JSON.stringify(openApiOf(services, all(), language))),
          inline: true,
        })
      },
    }),
  ]
}
