/** What becomes of a setting, in the reader's words: one line, or one for each part of a structured value that changes. */
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#src/define/messages.ts'
import type { ConfigPart } from '#src/define/settings.ts'
import type { ProposedChange } from '#src/define/workflows/proposals.ts'
import type { StoredItem } from '#src/server/settings/configuration.ts'
import type { Texts } from '#src/server/texts.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `lunch.day` of a structured value. */
const partOf = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, name) => (isObject(node) ? node[name] : undefined), value)

/** A row of a table as `years: 10, days: 15` in the reader's language. */
const rowText = (columns: readonly ConfigPart[], language: Language, row: unknown): string =>
  columns
    .map(({ title, titleEn }, index) => {
      const cell: unknown = Array.isArray(row) ? row[index] : undefined
      return language === 'en' ? `${titleEn}: ${cell}` : `${title}：${cell}`
    })
    .join(language === 'en' ? ', ' : '，')

function plainText(
  texts: Texts,
  language: Language,
  { options, rule }: Pick<StoredItem, 'options' | 'rule'>,
  value: unknown,
): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return texts.say(language, { key: value ? 'proposal.setOn' : 'proposal.setOff' })
  if (options !== null) return texts.value(language, { dictionary: options, value: String(value) })
  if (!Array.isArray(value)) return String(value)
  const { columns } = rule
  const rows = columns === undefined ? value.map(String) : value.map((row) => rowText(columns, language, row))
  return rows.join(language === 'en' ? '; ' : '；')
}

/** The lines that tell a changed value. */
export function valueChanges(
  texts: Texts,
  language: Language,
  item: Pick<StoredItem, 'title' | 'titleEn' | 'value' | 'options' | 'rule'>,
  value: unknown,
): readonly ProposedChange[] {
  const title = language === 'en' ? item.titleEn : item.title
  const shown = (one: unknown): string => plainText(texts, language, item, one)
  const { parts } = item.rule
  if (parts === undefined) return [{ label: title, before: shown(item.value), after: shown(value) }]
  return parts.flatMap((part) => {
    const [before, after] = [partOf(item.value, part.name), partOf(value, part.name)]
    if (isDeepStrictEqual(before, after)) return []
    const label = texts.say(language, {
      key: 'proposal.detail',
      params: [title, language === 'en' ? part.titleEn : part.title],
    })
    return [{ label, before: shown(before), after: shown(after) }]
  })
}
