/** What new things are called until somebody says better: data of the design, so in both languages at once. */
import type { Text } from '#machines/ticket/definition/definition.ts'
import en from '#src/client/messages/pages/designer/designer-names.en.ts'
import zhHans from '#src/client/messages/pages/designer/designer-names.zhHans.ts'

type FirstName = keyof typeof zhHans.first

/** The first name of a state by its kind, of a section, field or column. */
export const firstName = (name: FirstName): Text => ({
  zhHans: zhHans.first[name],
  en: en.first[name],
})
