/** The texts of everything behind the sign-in, in one chunk: loaded with the start-up data. */
import type { Messages } from '#src/define/messages.ts'
import { fieldsMessages } from '#src/fields/fields.messages.ts'
import { modules } from '#src/modules.ts'
import { byName } from './catalogue.ts'
import { addMessages, addModuleMessages } from './i18n.ts'

/** Screen texts of the pages that are not in `firstMessages`. */
export const laterMessages = byName(
  import.meta.glob<{ default: Messages }>(
    ['../messages/*.messages.ts', '!../messages/{common,http,layout,login,misc,toast}.messages.ts'],
    { eager: true },
  ),
)

/** Adds them, those of the field checks and those of the modules. */
export function addPageTexts(): void {
  addMessages(laterMessages)
  addModuleMessages([fieldsMessages, ...modules.map((module) => module.messages)])
}
