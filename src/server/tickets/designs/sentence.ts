import { isReference } from '#machines/ticket/definition/conditions.ts'
import type { Condition, FactValue } from '#machines/ticket/definition/definition.ts'
import type { FormDefinition } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemParam } from '#src/define/problem.ts'
import type { Fields } from '#src/fields/field.ts'
import type { Texts } from '#src/server/texts.ts'

/** The form a condition speaks about, with the names an administrator gave its fields. */
export interface SpokenForm {
  readonly type: string
  readonly fields: Fields
  readonly labels: FormDefinition['labels']
}

/** How many lines a sub-table has. */
const COUNT = '.count'

/** What a fact is called. */
export function factLabel(texts: Texts, language: Language, form: SpokenForm, name: string): string {
  const { type, labels } = form
  if (name.endsWith(COUNT)) {
    const lines = factLabel(texts, language, form, name.slice(0, -COUNT.length))
    return texts.say(language, { key: 'workflow.fact.lines', params: [lines] })
  }
  return (
    labels?.[name]?.[language] ??
    texts.find(language, `applications.${type}.fields.${name}`) ??
    texts.find(language, `workflow.fact.${name.replaceAll('.', '_')}`) ??
    name
  )
}

/** A value as it is read: the label of a choice, yes and no, or as it stands. */
export function factWord(texts: Texts, language: Language, form: SpokenForm, name: string, value: FactValue): string {
  const field = form.fields[name]
  const dictionary = name === 'applicant.rankLevel' ? 'rankLevel' : field?.kind === 'choice' ? field.dictionary : null
  if (typeof value === 'boolean') return texts.find(language, `workflow.reason.${value}`) ?? String(value)
  if (value === null) return texts.find(language, 'workflow.condition.nothing') ?? ''
  const shown: ProblemParam = dictionary === null ? value : { dictionary, value: String(value) }
  return texts.value(language, shown)
}

/** What an application has: `天数为3`, `申请人是部门领导：是`. */
export function factSentence(
  texts: Texts,
  language: Language,
  form: SpokenForm,
  name: string,
  value: FactValue,
): string {
  const key = typeof value === 'boolean' ? 'workflow.reason.is' : 'workflow.condition.eq'
  const params = [factLabel(texts, language, form, name), factWord(texts, language, form, name, value)]
  return texts.say(language, { key, params })
}

/** A condition as a person says it: `金额 > 5,000 且 天数 ≤ 3`. */
export function conditionSentence(texts: Texts, language: Language, form: SpokenForm, condition: Condition): string {
  const group = (parts: readonly Condition[], word: 'and' | 'or'): string =>
    parts
      .map((part) => {
        const sentence = conditionSentence(texts, language, form, part)
        return 'field' in part ? sentence : texts.say(language, { key: 'workflow.condition.group', params: [sentence] })
      })
      .join(texts.find(language, `workflow.condition.${word}`) ?? ' ')
  if ('all' in condition) return group(condition.all, 'and')
  if ('any' in condition) return group(condition.any, 'or')
  const { field, op, value } = condition
  if (typeof value === 'boolean' && (op === 'eq' || op === 'ne'))
    return factSentence(texts, language, form, field, (op === 'eq') === value)
  const word = (one: FactValue) => factWord(texts, language, form, field, one)
  const valueWords =
    value === undefined
      ? ''
      : isReference(value)
        ? factLabel(texts, language, form, value.fact)
        : Array.isArray(value)
          ? (value as readonly FactValue[]).map(word).join('/')
          : word(value as FactValue)
  return texts.say(language, {
    key: `workflow.condition.${op}`,
    params: [factLabel(texts, language, form, field), valueWords],
  })
}
