import type { Design } from '#src/define/designs.ts'
import type { Language } from '#src/define/messages.ts'
import type { Texts } from '#src/server/texts.ts'

type Params = Readonly<Record<string, string | number>>

/** Parameters of a fault that are keys of states, or several of them. */
const ofStates: readonly string[] = ['state', 'from', 'to', 'other', 'states']

/** Says the keys in a fault's parameters by the names the reader gave them; what has no name stays a key. */
export function namedParams(
  texts: Texts,
  language: Language,
  { definition, form }: Design,
): (params: Params) => Params {
  const states = new Map(definition.states.map((state) => [state.key, state.name[language]]))
  const stateName = (key: string): string => states.get(key) ?? key
  const fieldName = (field: string): string =>
    form.labels?.[field]?.[language] ?? texts.find(language, `applications.${definition.key}.fields.${field}`) ?? field
  const named = (name: string, value: string | number): string | number => {
    if (typeof value === 'number') return value
    if (name === 'field') return fieldName(value)
    return ofStates.includes(name) ? value.split(', ').map(stateName).join(', ') : value
  }
  return (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, named(name, value)]))
}
