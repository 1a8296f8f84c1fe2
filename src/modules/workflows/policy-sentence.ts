import type { Language } from '#src/define/messages.ts'
import {
  type Choice,
  comparesList,
  comparesNothing,
  type OfferedFact,
  type PolicyOffer,
  type PolicyRow,
  partsOf,
} from '#src/define/workflows/policies.ts'
import { policyMessages } from './policy.messages.ts'

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const listOf = (items: PolicyRow['states']): readonly string[] => (items ?? []).map(({ value }) => value)
/** What something is called; a code nobody has a name for stands as it is. */
const nameIn = (choices: readonly Choice[], value: string): string =>
  choices.find((choice) => choice.value === value)?.label ?? value
const lists = { key: 'states', role: 'roles', kind: 'kinds' } as const

/** A value as it is read: a sum with its thousands, a threshold, an entry, or yes and no by their names. */
function valueText(offer: PolicyOffer, fact: OfferedFact | undefined, text: string, yes: string, no: string): string {
  if (text.startsWith('config.')) return nameIn(offer.thresholds, text)
  if (text === 'true') return yes
  if (text === 'false') return no
  const isNumber = fact?.type === 'money' || fact?.type === 'number'
  if (isNumber && text !== '' && Number.isFinite(Number(text))) return Number(text).toLocaleString('en')
  return nameIn(fact?.options ?? [], text)
}

/** One comparison in words: `金额大于 50,000`. */
export function comparisonText(
  language: Language,
  offer: PolicyOffer,
  { fact: name, op, value }: NonNullable<PolicyRow['conditions']>[number],
): string {
  const words = policyMessages[language].policySentence
  const { entries: operators } = policyMessages[language].dictionaries.policyOperator
  const fact = offer.facts.find((one) => one.value === name)
  const text = (value ?? '').trim()
  const parts = comparesList(op) ? partsOf(text) : [text]
  const valueWords = parts.map((part) => valueText(offer, fact, part, words.yes, words.no)).join(words.comma)
  const isFlag = op === 'eq' && (text === 'true' || text === 'false')
  const template = comparesNothing(op) ? words.filled : isFlag ? words.flag : words.comparison
  return fill(template, { fact: fact?.label ?? name, op: operators[op], value: valueWords })
}

/** What a policy says, in words; names are those of what may be chosen. */
export function policySentence(row: PolicyRow, language: Language, offer: PolicyOffer): string {
  const words = policyMessages[language].policySentence
  const { entries: traits } = policyMessages[language].dictionaries.policyTrait
  const join = (list: readonly string[]): string => list.join(words.comma)
  const states = (by: PolicyRow['statesBy'], items: PolicyRow['states']): string =>
    fill(words[by ?? 'key'], { list: join(listOf(items).map((item) => nameIn(offer[lists[by ?? 'key']], item))) })
  const scope = [
    ...listOf(row.groups).map((group) => nameIn(offer.groups, group)),
    ...listOf(row.types).map((type) => nameIn(offer.types, type)),
  ]
  const comparisons = (row.conditions ?? []).map((one) => comparisonText(language, offer, one))
  return fill(words[row.rule], {
    scope: scope.length === 0 ? words.everywhere : fill(words.scope, { list: join(scope) }),
    when: comparisons.length === 0 ? '' : fill(words.when, { list: comparisons.join(words.and) }),
    amount: String(row.amount ?? 1),
    trait: row.trait ? traits[row.trait] : '',
    states: states(row.statesBy, row.states),
    first: states(row.firstBy, row.first),
  })
}
