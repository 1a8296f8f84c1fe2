import type { Finding } from '#machines/ticket/conditions.ts'
import type { Operator } from '#machines/ticket/definition.ts'
import type { Language } from '#src/define/messages.ts'
import type { Texts } from '#src/server/texts.ts'

/** How a comparison that failed is said: by its opposite. */
const opposite: Readonly<Record<Operator, string>> = {
  eq: 'ne', ne: 'eq', gt: 'lte', gte: 'lt', lt: 'gte', lte: 'gt', in: 'notIn', notIn: 'in', empty: 'notEmpty', notEmpty: 'empty',
}

/** Why a state is passed over, as a sentence: `金额 3000 ≤ 5000`. */
export function reasonText(texts: Texts, language: Language, type: string, findings: readonly Finding[]): string | null {
  if (findings.length === 0) return null
  const separator = texts.find(language, 'workflow.reason.and') ?? '; '
  const sentences = findings.map(({ field, op, actual, wanted, holds }) => {
    const label = texts.find(language, `applications.${type}.fields.${field}`) ?? texts.find(language, `workflow.fact.${field.replaceAll('.', '_')}`) ?? field
    const said = (value: unknown) => (typeof value === 'boolean' ? (texts.find(language, `workflow.reason.${value}`) ?? String(value)) : String(value ?? ''))
    const params = [label, said(actual), Array.isArray(wanted) ? wanted.map(said).join('/') : said(wanted)]
    return texts.say(language, { key: `workflow.reason.${holds ? op : opposite[op]}`, params })
  })
  return sentences.join(separator)
}
