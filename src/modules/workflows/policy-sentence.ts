import type { Language } from '#src/define/messages.ts'
import type { PolicyRow } from '#src/define/policies.ts'
import { policyMessages } from './policy.messages.ts'

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const listOf = (items: PolicyRow['states']): readonly string[] => (items ?? []).map(({ value }) => value)

const dictionaries = { key: 'state', role: 'role', kind: 'stateKind' } as const

/** What a policy says, in words; `labelOf` names entries of dictionaries, and by `state` and `role` the steps and roles. */
export function policySentence(
  row: PolicyRow,
  language: Language,
  labelOf: (dictionary: string, code: string) => string,
): string {
  const words = policyMessages[language].policySentence
  const { entries: operators } = policyMessages[language].dictionaries.policyOperator
  const { entries: traits } = policyMessages[language].dictionaries.policyTrait
  const factWords: Readonly<Record<string, string>> = words.facts
  const join = (list: readonly string[]) => list.join(words.comma)
  const states = (by: PolicyRow['statesBy'], items: PolicyRow['states']) =>
    fill(words[by ?? 'key'], {
      list: join(listOf(items).map((item) => labelOf(dictionaries[by ?? 'key'], item))),
    })
  const scope = [...listOf(row.groups).map((group) => labelOf('ticketGroup', group)), ...listOf(row.types)]
  const comparisons = (row.conditions ?? []).map(({ fact, op, value }) =>
    [factWords[fact] ?? fact, operators[op], value ?? ''].filter((part) => part !== '').join(' '),
  )
  return fill(words[row.rule], {
    scope: scope.length === 0 ? words.everywhere : fill(words.scope, { list: join(scope) }),
    when: comparisons.length === 0 ? '' : fill(words.when, { list: comparisons.join(words.and) }),
    amount: String(row.amount ?? 1),
    trait: row.trait ? traits[row.trait] : '',
    states: states(row.statesBy, row.states),
    first: states(row.firstBy, row.first),
  })
}
