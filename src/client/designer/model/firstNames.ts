/** What new things are called until somebody says better: data of the design, so in both languages at once. */
import type { Text } from '#machines/ticket/definition/definition.ts'
import messages from '#src/client/messages/designer/designer.messages.ts'

type FirstName = keyof typeof messages.zhHans.first

/** The first name of a state by its kind, of a section, field or column. */
export const firstName = (name: FirstName): Text => ({
  zhHans: messages.zhHans.first[name],
  en: messages.en.first[name],
})
