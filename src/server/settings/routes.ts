import { z } from 'zod'
import { FullAnswer } from '#src/define/answer.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { queryText } from '#src/server/http/schemas.ts'

const DEMO_ACCOUNTS = 'base.demoAccounts'

/** A demo account that the sign-in page offers. */
interface DemoAccount {
  readonly username: string
  readonly name: Readonly<Record<Language, string>>
  readonly role: Readonly<Record<Language, string>>
}

const inLanguage = (accounts: readonly DemoAccount[], language: Language) =>
  accounts.map(({ username, name, role }) => ({ username, name: name[language], role: role[language] }))

/** Settings and dictionaries for every browser, signed in or not. */
export function settingsRoutes(services: Services): readonly RouteDefinition[] {
  const { settings, dictionaries, caches, mode } = services
  return [
    route({
      method: 'GET',
      url: '/api/init/settings/',
      permission: 'public',
      query: z.strictObject({ key: queryText(100) }),
      handle: async ({ query, language }) => {
        await caches.load()
        const values = new Map(settings.publicValues())
        const hasCaptcha = mode.captcha && settings.boolean('base.captchaState')
        values.set('base.captchaState', hasCaptcha)
        // The name that clients of the API family ask for.
        values.set('base.captcha_state', hasCaptcha)
        const accounts = values.get(DEMO_ACCOUNTS)
        if (accounts !== undefined)
          values.set(DEMO_ACCOUNTS, mode.production ? [] : inLanguage(accounts as readonly DemoAccount[], language))
        return Object.fromEntries([...values].filter(([key]) => query.key === undefined || key.startsWith(query.key)))
      },
    }),
    route({
      method: 'GET',
      url: '/api/init/dictionary/',
      permission: 'public',
      knowsCaller: true,
      beforePasswordChange: true,
      forMachines: true,
      query: z.strictObject({ dictionary_key: queryText(64) }),
      handle: async ({ query, access }) => {
        await caches.load()
        const known = access.userId === 0 ? dictionaries.open() : dictionaries.all()
        const key = query.dictionary_key ?? 'all'
        const etag = access.userId !== 0
        if (key === 'all')
          return new FullAnswer(
            [...known].map(([value, children]) => ({ value, children })),
            { etag },
          )
        const children = known.get(key)
        if (!children) throw notFound()
        return new FullAnswer(children, { etag })
      },
    }),
  ]
}
