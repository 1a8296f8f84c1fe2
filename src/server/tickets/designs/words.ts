import { sql } from 'kysely'
import type { FactValue } from '#machines/ticket/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Design } from '#src/define/designs.ts'
import type { Language } from '#src/define/messages.ts'
import type { Executor } from '#src/define/server.ts'
import type { Texts } from '#src/server/texts.ts'
import { factSentence } from './sentence.ts'

type Params = Readonly<Record<string, string | number>>

/** Parameters of a fault that are keys of states, or several of them. */
const ofStates: readonly string[] = ['state', 'from', 'to', 'other', 'states', 'target']

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
  said: readonly Params[],
): Promise<Pick<OutsideNames, 'roles' | 'departments'>> {
  const named = (param: string) => [
    ...new Set(said.flatMap((params) => (param in params ? String(params[param]) : []))),
  ]
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

/** Says the keys in a fault's parameters by the names the reader gave them; what has no name stays a key. */
export function namedParams(
  texts: Texts,
  language: Language,
  { definition, form }: Design,
  outside: OutsideNames,
): (params: Params) => Params {
  const states = new Map(definition.states.map((state) => [state.key, state.name[language]]))
  const hours = new Map(
    definition.states.flatMap(({ timers = [] }) =>
      timers.map((timer): [string, string] => [
        timer.key,
        texts.say(language, { key: 'workflow.condition.hours', params: [timer.afterHours] }),
      ]),
    ),
  )
  const stateName = (key: string): string => states.get(key) ?? outside.states.get(key) ?? key
  const fieldName = (field: string): string =>
    form.labels?.[field]?.[language] ?? texts.find(language, `applications.${definition.key}.fields.${field}`) ?? field
  const spoken = { type: definition.key, fields: formFieldsOf(form), labels: form.labels }
  const factIn = (text: string): string => {
    const [, name, value = ''] = FACT.exec(text) ?? []
    return name === undefined ? text : factSentence(texts, language, spoken, name, factValue(value))
  }
  const separator = texts.find(language, 'workflow.condition.comma') ?? ', '
  const named = (name: string, value: string | number): string | number => {
    if (typeof value === 'number') return value
    if (name === 'field') return fieldName(value)
    if (name === 'group')
      return String(texts.values(language, { key: '', params: [{ dictionary: 'ticketGroup', value }] })[0])
    if (name === 'type' || name === 'key') return texts.find(language, `applications.${value}.title`) ?? value
    if (name === 'role') return outside.roles.get(value) ?? value
    if (name === 'dept') return outside.departments.get(value) ?? value
    if (name === 'timer') return hours.get(value) ?? value
    if (name === 'facts')
      return value
        .split(/, (?=[\w.]+ = )/)
        .map(factIn)
        .join(separator)
    return ofStates.includes(name) ? value.split(', ').map(stateName).join(', ') : value
  }
  return (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, named(name, value)]))
}
