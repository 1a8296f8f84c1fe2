import type { Finding } from '#machines/ticket/definition/conditions.ts'
import type { FactValue, Operator, Text } from '#machines/ticket/definition/definition.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemParam } from '#src/define/problem.ts'
import type { Fields } from '#src/fields/field.ts'
import type { Texts } from '#src/server/texts.ts'

/** How a comparison that failed is said: by its opposite. */
const opposite: Readonly<Record<Operator, Operator>> = {
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

/** The state that is passed over. */
interface Skipped {
  /** Its name in the reader's language. */
  readonly name: string
  /** What its workflow says of it. */
  readonly skipReason?: Text | undefined
}

/** Whether a comparison failed for want of a value. A form that never said yes or no said no. */
const isUnknown = ({ op, actual, wanted }: Finding): boolean =>
  actual === null && typeof wanted !== 'boolean' && op !== 'empty' && op !== 'notEmpty'

/** Why a state is passed over, as a sentence in the reader's language: that of its workflow, else one made of the comparisons. */
export function reasonText(
  texts: Texts,
  language: Language,
  { type, fields }: Form,
  findings: readonly Finding[],
  { name, skipReason }: Skipped,
): string | null {
  if (findings.length === 0) return null
  const labelOf = (field: string): string =>
    texts.find(language, `applications.${type}.fields.${field}`) ??
    texts.find(language, `workflow.fact.${field.replaceAll('.', '_')}`) ??
    field
  const valueWords = ({ field }: Finding, value: FactValue | readonly FactValue[]): string => {
    const declared = fields[field]
    const dictionary = dictionaries[field] ?? (declared?.kind === 'choice' ? declared.dictionary : undefined)
    const isMoney = field === 'amount' || declared?.kind === 'money'
    const word = (one: FactValue): ProblemParam => {
      if (dictionary !== undefined && one !== null) return { dictionary, value: String(one) }
      return isMoney && typeof one === 'number'
        ? texts.say(language, { key: 'workflow.reason.money', params: [one.toFixed(2)] })
        : String(one ?? '')
    }
    const params = (Array.isArray(value) ? (value as readonly FactValue[]) : [value as FactValue]).map(word)
    return texts.values(language, params).join('/')
  }
  const own = skipReason?.[language] ?? ''
  // The workflow's sentence tells of values; what was not filled in has none.
  if (own !== '' && !findings.some(isUnknown))
    return own.replace(/\{([\w.]+)\}/g, (whole, field: string) => {
      const finding = findings.find((one) => one.field === field)
      return finding === undefined ? whole : valueWords(finding, finding.wanted)
    })
  const sentences = findings.map((finding) => {
    const { field, op, actual, wanted, holds } = finding
    // What a form never said of a yes or no is a no.
    if (typeof actual === 'boolean' || typeof wanted === 'boolean')
      return texts.say(language, {
        key: 'workflow.reason.flag',
        params: [labelOf(field), texts.find(language, `workflow.reason.${actual === true}`) ?? ''],
      })
    // What has no value is not said to be some other one.
    if (isUnknown(finding)) return texts.say(language, { key: 'workflow.reason.empty', params: [labelOf(field)] })
    return texts.say(language, {
      key: `workflow.reason.${holds ? op : opposite[op]}`,
      params: [labelOf(field), valueWords(finding, actual), valueWords(finding, wanted)],
    })
  })
  const why = sentences.join(texts.find(language, 'workflow.reason.and') ?? '; ')
  return texts.say(language, { key: 'workflow.reason.skip', params: [why, name] })
}
