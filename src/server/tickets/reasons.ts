import type { Finding } from '#machines/ticket/conditions.ts'
import type { FactValue, Operator } from '#machines/ticket/definition.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemParam } from '#src/define/problem.ts'
import type { Fields } from '#src/fields/field.ts'
import { printMoney } from '#src/fields/money/cents.ts'
import type { Texts } from '#src/server/texts.ts'

/** How a comparison that failed is said: by its opposite. */
const opposite: Readonly<Record<Operator, string>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
  in: 'notIn',
  notIn: 'in',
  empty: 'notEmpty',
  notEmpty: 'empty',
}
/** Facts besides the form whose values are words of a dictionary. */
const dictionaries: Readonly<Record<string, string>> = { 'applicant.rankLevel': 'rankLevel' }

/** The form a reason speaks about. */
interface Form {
  readonly type: string
  readonly fields: Fields
}

/** Why a state is passed over, as a sentence in the reader's words: `金额 3,000.00 ≤ 5,000.00`. */
export function reasonText(
  texts: Texts,
  language: Language,
  { type, fields }: Form,
  findings: readonly Finding[],
): string | null {
  if (findings.length === 0) return null
  const labelOf = (field: string): string =>
    texts.find(language, `applications.${type}.fields.${field}`) ??
    texts.find(language, `workflow.fact.${field.replaceAll('.', '_')}`) ??
    field
  const sentences = findings.map(({ field, op, actual, wanted, holds }) => {
    // What a form never said of a yes or no is a no.
    if (typeof actual === 'boolean' || typeof wanted === 'boolean')
      return texts.say(language, {
        key: 'workflow.reason.is',
        params: [labelOf(field), texts.find(language, `workflow.reason.${actual === true}`) ?? ''],
      })
    // What has no value is not said to be some other one.
    if (actual === null && op !== 'empty' && op !== 'notEmpty')
      return texts.say(language, { key: 'workflow.reason.empty', params: [labelOf(field)] })
    const declared = fields[field]
    const dictionary = dictionaries[field] ?? (declared?.kind === 'choice' ? declared.dictionary : undefined)
    const isMoney = field === 'amount' || declared?.kind === 'money'
    const word = (value: FactValue): ProblemParam => {
      if (dictionary !== undefined && value !== null) return { dictionary, value: String(value) }
      return isMoney && typeof value === 'number' ? printMoney(value.toFixed(2)) : String(value ?? '')
    }
    const said = (value: FactValue | readonly FactValue[]): string =>
      texts
        .values(language, {
          key: '',
          params: (Array.isArray(value) ? (value as readonly FactValue[]) : [value as FactValue]).map(word),
        })
        .join('/')
    return texts.say(language, {
      key: `workflow.reason.${holds ? op : opposite[op]}`,
      params: [labelOf(field), said(actual), said(wanted)],
    })
  })
  return sentences.join(texts.find(language, 'workflow.reason.and') ?? '; ')
}
