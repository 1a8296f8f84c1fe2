import { type ComingPage, defineModule } from '#src/define/module.ts'
import type { Permission, SettingName } from '#src/define/names.ts'
import definitions from './definitions.ts'
import { plannedMessages } from './planned.messages.ts'

type Path = keyof (typeof plannedMessages)['zhHans']['comingPages']

/** By path, so that a page without its text, or a text without its page, does not compile. */
const pages: Readonly<Record<Path, readonly Permission[]>> = {}

/** Configuration that waits for them. */
const settings: Partial<Readonly<Record<Path, readonly SettingName[]>>> = {}

/** Pages whose modules are not built yet (D13): each goes from here to its module when that is built. */
export const plannedPages = defineModule({
  name: 'planned',
  messages: plannedMessages,
  ...definitions,
  permissions: [],
  comingPages: (Object.entries(pages) as [Path, readonly Permission[]][]).map(
    ([path, permissions]): ComingPage => ({ path, permissions, settings: settings[path] ?? [] }),
  ),
})
