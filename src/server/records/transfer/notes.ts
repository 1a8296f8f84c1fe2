import type { ImportNote } from '#src/define/answers/records.ts'
import type { Language } from '#src/define/messages.ts'
import type { Texts } from '#src/server/texts.ts'
import type { LabelOf, Line } from '../table.ts'

/** Notes that an answer lists one by one; hidden rows come first. */
const MAX_NOTES = 200

/** What a person should know of a table that was read: hidden rows, and cells that were read as something else than stands in them (E15). */
export function notesOf(
  texts: Texts,
  language: Language,
  labelOf: LabelOf,
  lines: readonly Line[],
  hidden: readonly number[],
): readonly ImportNote[] {
  const unseen = hidden.map((row) => ({
    row,
    column: '',
    value: '',
    message: texts.say(language, { key: 'import.hiddenRow' }),
  }))
  const rewritten = lines.flatMap(({ row, rewritten }) =>
    [...rewritten].map(([name, { cell, readAs }]) => ({
      row,
      column: labelOf(language, name),
      value: cell,
      message: texts.say(language, { key: 'import.readAs', params: [readAs] }),
    })),
  )
  return [...unseen, ...rewritten].slice(0, MAX_NOTES)
}
