import type { FactValue, WorkflowDefinition } from '#machines/ticket/definition.ts'
import { hasText, useLanguage, useT } from '#src/client/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'
import { useActionName } from '#src/client/tickets/Timeline.tsx'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'

const facts = ['rankLevel', 'isDeptLeader', 'dept'] as const
const FACTS: Readonly<Record<string, (typeof facts)[number]>> = {
  'applicant.rankLevel': 'rankLevel',
  'applicant.isDeptLeader': 'isDeptLeader',
  'dept.key': 'dept',
}
/** How many lines a sub-table has. */
const COUNT = '.count'
const parts = ['before', 'after', 'parallel', 'straightBack', 'runAgain'] as const

/** Deeds and places of tried lives in the reader's words: `return(start)`, `deptLeader + finance`. */
export function useTestWords(
  definition: WorkflowDefinition,
  form: FormDefinition,
): {
  /** A deed, and the place in which it was done. */
  readonly deed: (name: string, at: string) => string
  readonly place: (name: string) => string
  /** A value a case stands for: `天数 = 8`. */
  readonly fact: (name: string, value: FactValue) => string
} {
  const t = useT()
  const language = useLanguage()
  const word = useDictionaryLabel()
  const nameOf = useActionName()
  const labels = useFormLabels(definition.key, form)
  const fields = formFieldsOf(form)
  const stateOf = (key: string): string | undefined =>
    definition.states.find((state) => state.key === key)?.name[language]
  const factName = (name: string): string => {
    if (name === 'amount') return form.amountField === undefined ? t('queue.column.amount') : labels(form.amountField)
    const known = facts.find((one) => one === FACTS[name])
    if (known !== undefined) return t(`workflowTests.fact.${known}`)
    if (name.endsWith(COUNT)) return t('workflowTests.fact.count', [labels(name.slice(0, -COUNT.length))])
    return fields[name] !== undefined || hasText(`applications.${definition.key}.fields.${name}`) ? labels(name) : name
  }
  const factValue = (name: string, value: FactValue): string => {
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
    // A text no condition names stands for all of them.
    if (value === null || String(value).endsWith('!')) return t('workflowTests.other')
    if (name === 'applicant.rankLevel') return word('rankLevel', String(value))
    const field = fields[name]
    return field?.kind === 'choice' ? word(field.dictionary, String(value)) : String(value)
  }
  /** Where a return leads and what follows it, where somebody is called in, how late a clock rings. */
  const partOf = (part: string, at: string): string => {
    if (part === 'start') return t('ticket.diagram.start')
    const said = parts.find((one) => one === part)
    if (said !== undefined) return t(`workflowTests.part.${said}`)
    const places = at.split(' + ')
    const hours = definition.states.flatMap((state) =>
      places.includes(state.key)
        ? (state.timers ?? []).flatMap(({ key, afterHours }) => (key === part ? [afterHours] : []))
        : [],
    )
    const [only, ...others] = new Set(hours)
    return stateOf(part) ?? (only !== undefined && others.length === 0 ? t('ticket.hours', [only]) : part)
  }
  const place = (name: string): string =>
    name
      .split(' + ')
      .map((key) => stateOf(key) ?? word('ticketStatus', key))
      .join(' + ')
  return {
    place,
    fact: (name, value) => `${factName(name)} = ${factValue(name, value)}`,
    deed(name, at) {
      const [, kind = name, inside] = /^(\w+)(?:\((.*)\))?$/.exec(name) ?? []
      const label = nameOf(kind)
      if (inside === undefined) return label
      const said = inside
        .split(', ')
        .map((part) => partOf(part, at))
        .join(', ')
      return `${label} (${said})`
    },
  }
}
