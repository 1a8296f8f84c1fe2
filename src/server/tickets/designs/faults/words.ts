import { sql } from 'kysely'
import type { FactValue } from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Language } from '#src/define/messages.ts'
import type { KeyUnder } from '#src/define/names.ts'
import type { Executor } from '#src/define/server.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import type { Texts } from '#src/server/texts.ts'
import { factLabel, factSentence } from '../sentence.ts'

type Params = Readonly<Record<string, string | number>>

/** Parameters of a fault that are keys of states, or several of them. */
const ofStates: readonly string[] = ['state', 'from', 'to', 'other', 'states', 'target', 'fork', 'join', 'joins']

/** Names by key. */
type Names = ReadonlyMap<string, string>

/** What a fault may name that the design does not. */
export interface OutsideNames {
  readonly roles: Names
  readonly departments: Names
  /** States the program came with, though the design has lost them. */
  readonly states: Names
}

/** What the roles and departments that faults speak of are called; also those that are out of use. */
export async function staffNames(
  db: Executor,
  language: Language,
  params: readonly Params[],
): Promise<Pick<OutsideNames, 'roles' | 'departments'>> {
  const named = (param: string) => [...new Set(params.flatMap((one) => (param in one ? String(one[param]) : [])))]
  const [roles, departments] = [named('role'), named('dept')]
  if (roles.length + departments.length === 0) return { roles: new Map(), departments: new Map() }
  const { rows } = await sql<{ what: string; key: string; name: string; nameEn: string }>`
    select 'role' as what, key, name, name_en from role where key = any(${roles}::text[])
    union all select 'dept', key, name, name_en from department where key = any(${departments}::text[])`.execute(db)
  const namesOf = (what: string): Names =>
    new Map(
      rows.flatMap((row) => (row.what === what ? [[row.key, (language === 'en' ? row.nameEn : '') || row.name]] : [])),
    )
  return { roles: namesOf('role'), departments: namesOf('dept') }
}

/** A fact of a counterexample as the proof writes it: `days = 2.9`. */
const FACT = /^([\w.]+) = (.*)$/s

/** The value behind its text: `true`, `12.5`, `section`. */
function factValue(text: string): FactValue {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/** Says the keys in a fault's parameters by the names the reader gave them; what is no longer there is called so. */
export function namedParams(
  texts: Texts,
  language: Language,
  { definition, form }: Pick<Design, 'definition' | 'form'>,
  outside: OutsideNames,
): (params: Params) => Params {
  const spoken = { type: definition.key, fields: formFieldsOf(form), labels: form.labels }
  const place = (name: KeyUnder<'workflow.place'>, ...params: readonly number[]): string =>
    texts.say(language, { key: `workflow.place.${name}`, params })
  const states = new Map(
    definition.states.map((state, index) => [state.key, state.name[language].trim() || place('unnamed', index + 1)]),
  )
  const hours = new Map(
    definition.states.flatMap(({ timers = [] }) =>
      timers.map((timer): [string, string] => [
        timer.key,
        texts.say(language, { key: 'workflow.condition.hours', params: [timer.afterHours] }),
      ]),
    ),
  )
  const stateName = (key: string): string =>
    states.get(key) ?? outside.states.get(key) ?? (key === 'start' || key === 'end' ? place(key) : place('removed'))
  const fieldName = (field: string): string => {
    const label = factLabel(texts, language, spoken, field)
    return label === field ? place('removedField') : label
  }
  const factIn = (text: string): string => {
    const [, name, value = ''] = FACT.exec(text) ?? []
    return name === undefined ? text : factSentence(texts, language, spoken, name, factValue(value))
  }
  const separator = texts.find(language, 'workflow.condition.comma') ?? ', '
  const named = (name: string, value: string | number): string | number => {
    if (typeof value === 'number') return value
    if (name === 'field') return value.split(', ').map(fieldName).join(separator)
    if (name === 'group') return texts.value(language, { dictionary: 'ticketGroup', value })
    if (name === 'type' || name === 'key') return texts.find(language, `applications.${value}.title`) ?? value
    if (name === 'role') return outside.roles.get(value) ?? place('removedRole')
    if (name === 'dept') return outside.departments.get(value) ?? place('removedDept')
    if (name === 'timer') return hours.get(value) ?? value
    if (name === 'facts')
      return value
        .split(/, (?=[\w.]+ = )/)
        .map(factIn)
        .join(separator)
    return ofStates.includes(name) ? value.split(', ').map(stateName).join(separator) : value
  }
  return (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, named(name, value)]))
}

/** A fault as a sentence, its parameters already named. */
export const sayFault = (texts: Texts, language: Language, key: string, named: Params): string =>
  (texts.find(language, key) ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(named[name] ?? ''))
