/** Test cases in the reader's language (25.11): what a case stands for, its actions and the states they led to. */
import type { FactValue, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import type { KeptCase, TestCase } from '#src/define/workflows/workflowTests.ts'
import type { Texts } from '#src/server/texts.ts'
import { factLabel, factWord, type SpokenForm } from '../designs/sentence.ts'

/** Between the places of a ticket in several branches. */
const BESIDE = ' + '
/** Ends a text no condition names: it stands for all of them. */
const ANY_OTHER = '!'

/** Says the cases of a version. */
export function caseSayer(
  texts: Texts,
  language: Language,
  { definition, form }: { readonly definition: WorkflowDefinition; readonly form: FormDefinition },
): (testCase: KeptCase) => TestCase {
  const spoken: SpokenForm = { type: definition.key, fields: formFieldsOf(form), labels: form.labels }
  const find = (name: string): string | null => texts.find(language, `workflow.test.${name}`)
  const word = (dictionary: string, value: string): string => texts.value(language, { dictionary, value })
  const nameOf = (key: string): string | undefined =>
    definition.states.find((state) => state.key === key)?.name[language]

  const fact = ([name, value]: readonly [string, FactValue]): string => {
    const isOther = value === null || String(value).endsWith(ANY_OTHER)
    const valueWord = isOther ? find('other') : factWord(texts, language, spoken, name, value)
    return `${factLabel(texts, language, spoken, name)} = ${valueWord}`
  }
  const placeOf = (place: string): string =>
    place
      .split(BESIDE)
      .map((key) => nameOf(key) ?? word('ticketStatus', key))
      .join(BESIDE)
  /** Where a return leads and what follows it, where somebody is called in, how late a clock of these places rings. */
  const partOf = (part: string, place: string): string => {
    const places = place.split(BESIDE)
    const timers = definition.states.flatMap(({ key, timers = [] }) => (places.includes(key) ? timers : []))
    const [hours, ...others] = new Set(timers.filter(({ key }) => key === part).map(({ afterHours }) => afterHours))
    if (hours !== undefined && others.length === 0)
      return texts.say(language, { key: 'workflow.test.hours', params: [hours] })
    return find(`part.${part}`) ?? nameOf(part) ?? part
  }
  const actionOf = (name: string, place: string): string => {
    const [, kind = name, inside] = /^(\w+)(?:\((.*)\))?$/.exec(name) ?? []
    const known = word('ticketAction', kind)
    const label = known === kind ? (find(`action.${kind}`) ?? kind) : known
    if (inside === undefined) return label
    const parts = inside.split(', ').map((part) => partOf(part, place))
    return `${label} (${parts.join(', ')})`
  }
  return ({ facts, steps, ...testCase }) => ({
    ...testCase,
    facts: Object.entries(facts).map(fact),
    steps: steps.map(({ name, place }, index) => ({
      action: actionOf(name, steps[index - 1]?.place ?? ''),
      place: placeOf(place),
    })),
  })
}
