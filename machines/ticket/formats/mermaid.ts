/** The chain as a Mermaid state diagram (25.11). */
import type { Text, TransitionDefinition, WorkflowDefinition } from '../definition.ts'
import { conditionText } from './words.ts'

/** Signs that end or open something in Mermaid. */
const plain = (text: string): string => text.replaceAll('"', "'").replace(/[;:#{}\n\r]+/g, ' ')

const placeOf = (key: string): string => (key === 'start' || key === 'end' ? '[*]' : key)

/** `stateDiagram-v2` with names in one language; conditions stand at the ways and in notes beside the states. */
export function toMermaid(definition: WorkflowDefinition, language: keyof Text): string {
  const said = ({ when, label }: TransitionDefinition): string =>
    [label?.[language], when && `[${conditionText(when)}]`]
      .filter((part) => part !== undefined && part !== '')
      .join(' ')
  const states = definition.states.map((state) => `  state "${plain(state.name[language])}" as ${state.key}`)
  const ways = definition.transitions.map((way) => {
    const text = plain(said(way))
    return `  ${placeOf(way.from)} --> ${placeOf(way.to)}${text === '' ? '' : ` : ${text}`}`
  })
  const notes = definition.states.flatMap(({ key, enterWhen }) =>
    enterWhen ? [`  note right of ${key} : ${plain(conditionText(enterWhen))}`] : [],
  )
  return ['stateDiagram-v2', ...states, ...ways, ...notes].join('\n')
}
