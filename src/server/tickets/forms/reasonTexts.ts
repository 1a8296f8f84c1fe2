import type { Language } from '#src/define/messages.ts'
import type { Reason } from '#src/define/server.ts'
import type { ReasonText } from '#src/define/tickets/detail.ts'
import type { Texts } from '#src/server/texts.ts'

/** Reasons of a form in the reader's language. */
export const reasonTexts = (texts: Texts, language: Language, reasons: readonly Reason[]): readonly ReasonText[] =>
  reasons.map(({ title, lines }) => ({
    title: texts.say(language, title),
    lines: lines.map((line) => texts.say(language, line)),
  }))
