import { FileAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import { type RouteDefinition, route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { openApiOf } from './openapi.ts'

/** The document as it is sent. To write it takes the better part of a second, so it is kept until a setting or a dictionary changes. */
function documentWriter(services: Services, all: () => readonly RouteDefinition[]): (language: Language) => Buffer {
  const kept = new Map<Language, { readonly state: string; readonly content: Buffer }>()
  return (language) => {
    const state = services.caches.state()
    const known = kept.get(language)
    if (known?.state === state) return known.content
    const content = Buffer.from(JSON.stringify(openApiOf(services, all(), language)))
    kept.set(language, { state, content })
    return content
  }
}

/** The document of the API, for signed-in people of a bureau that shows it (`base.apiDocs`). It is the document itself, without an envelope, so that tools can read it. */
export function documentationRoutes(
  services: Services,
  all: () => readonly RouteDefinition[],
): readonly RouteDefinition[] {
  const document = documentWriter(services, all)
  return [
    route({
      method: 'GET',
      url: '/api/openapi/',
      permission: 'signedIn',
      forMachines: true,
      handle: async ({ language }) => {
        if (!services.settings.boolean('base.apiDocs')) throw notFound()
        return new FileAnswer({
          name: 'openapi.json',
          mime: 'application/vnd.oai.openapi+json',
          content: document(language),
          inline: true,
        })
      },
    }),
  ]
}
