/** One sentence for each call of the document, in the reader's language. */
import { fillText, type Language } from '#src/define/messages.ts'
import type { RecordVerb } from '#src/define/operations/operations.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RouteDefinition } from '#src/define/server.ts'
import { inForm } from '#src/server/audit/operations/sentences/phrases.ts'
import type { Texts } from '#src/server/texts.ts'

type RecordCall = RecordVerb | 'removeMany' | 'options' | 'timeline' | 'related' | 'chart' | 'chartExport'

/** What a record's calls do that no operation names, by the end of their address. */
const recordCalls: readonly (readonly [RegExp, RecordCall])[] = [
  [/\/multiple_delete\/$/, 'removeMany'],
  [/\/options\/$/, 'options'],
  [/\/:id\/timeline\/$/, 'timeline'],
  [/\/:id\/related\/$/, 'related'],
  [/\/chart\/$/, 'chart'],
  [/\/chart\/export_data\/$/, 'chartExport'],
]

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * Says what a call does: by its operation (SYS-136) with the names of its parameters, by the record it belongs to, or by the
 * texts of reading calls. Null when no text says it.
 */
export function summaryOf(
  texts: Texts,
  language: Language,
  route: RouteDefinition,
  record: RecordDefinition | null,
): string | null {
  const ofRecord = (name: string, what: string, ...more: readonly string[]): string | null => {
    const sentence = texts.find(language, `documentation.record.${what}`)
    return sentence === null
      ? null
      : fillText(sentence, [texts.find(language, `records.${name}.title`) ?? name, ...more])
  }
  const { operation, url } = route
  const [, special] = recordCalls.find(([end]) => record !== null && end.test(url)) ?? []
  if (special !== undefined && record !== null) return ofRecord(record.name, special)
  if (operation === undefined) return texts.find(language, `reads.${url}`)
  if ('verb' in operation) return ofRecord(operation.record, operation.verb)
  if ('action' in operation)
    return ofRecord(
      operation.record,
      'action',
      texts.find(language, `records.${operation.record}.actions.${operation.action}`) ?? operation.action,
    )
  const sentence = texts.find(language, `operations.${operation.text}`)
  const { subject } = operation
  const about = subject === undefined ? '' : `{${subject.body ?? subject.param ?? 'id'}}`
  return sentence === null ? null : capital(fillText(inForm(sentence, false), [about]))
}
