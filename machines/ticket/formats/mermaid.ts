/** The chain as a Mermaid state diagram (25.11): branches are the regions of one state. */
import type { Block } from '../definition/blocks.ts'
import {
  type Condition,
  isGateway,
  type Text,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '../definition/definition.ts'
import { indexWorkflow } from '../definition/workflow.ts'
import { conditionText } from './words.ts'

/** Signs that end or open something in Mermaid. */
const plain = (text: string): string => text.replaceAll('"', "'").replace(/[;:#{}\n\r]+/g, ' ')

const placeOf = (key: string): string => (key === 'start' || key === 'end' ? '[*]' : key)
const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

/** `stateDiagram-v2` with names in one language; conditions stand at the transitions and in notes beside the states. */
export function toMermaid(definition: WorkflowDefinition, language: keyof Text): string {
  const workflow = indexWorkflow(definition)
  const { blocks } = workflow
  const joins = new Map(blocks.all.flatMap((block) => (block.join === null ? [] : [[block.fork, block] as const])))
  const branchesOf = (fork: string): string => `${fork}_branches`
  const edgeText = ({ when, label }: TransitionDefinition): string =>
    [label?.[language], when && `[${conditionText(when)}]`]
      .filter((part) => part !== undefined && part !== '')
      .join(' ')
  const arrow = (from: string, to: string, text = ''): string =>
    `${from} --> ${to}${text === '' ? '' : ` : ${plain(text)}`}`

  /** States and transitions directly in a branch, or outside of all; `join` ends the branch. */
  const region = (
    keys: readonly string[],
    join: string | null,
    first: readonly TransitionDefinition[],
  ): readonly string[] => {
    const here = definition.states.filter(({ key }) => keys.includes(key))
    const transitions = [
      ...first,
      ...definition.transitions.filter(({ from }) => keys.includes(from) && !joins.has(from)),
    ]
    return [
      ...here.map((state) => {
        const isBar = isGateway(state)
        return isBar
          ? `state ${state.key} <<${state.branch === undefined ? 'join' : 'fork'}>>`
          : `state "${plain(state.name[language])}" as ${state.key}`
      }),
      ...here.flatMap(({ key }) => {
        const block = joins.get(key)
        return block === undefined ? [] : composite(block)
      }),
      ...transitions.map((transition) =>
        arrow(
          first.includes(transition) ? '[*]' : placeOf(transition.from),
          transition.to === join ? '[*]' : placeOf(transition.to),
          first.includes(transition) ? '' : edgeText(transition),
        ),
      ),
      ...here.flatMap(({ key, enterWhen }) =>
        enterWhen ? [`note right of ${key} : ${plain(conditionText(enterWhen))}`] : [],
      ),
    ]
  }
  const composite = ({ fork, join, branches }: Block): readonly string[] => {
    const transitions = workflow.transitionsFrom(fork)
    const inner = branches.flatMap(({ number, states }, index) => {
      const own = [...states].filter((key) => {
        const home = blocks.home(key).at(-1)
        return home?.fork === fork && home.number === number
      })
      const opening = transitions[number - 1]
      const condition: Condition | undefined = opening?.when
      return [
        ...(index === 0 ? [] : ['--']),
        ...(opening === undefined ? [] : region(own, join, [opening])),
        ...(condition !== undefined && own[0] !== undefined
          ? [`note left of ${own[0]} : ${plain(conditionText(condition))}`]
          : []),
      ]
    })
    return [
      `state ${branchesOf(fork)} {`,
      ...indented(inner),
      '}',
      arrow(fork, branchesOf(fork)),
      ...(join === null ? [] : [arrow(branchesOf(fork), join)]),
    ]
  }
  const outside = definition.states.map(({ key }) => key).filter((key) => blocks.home(key).length === 0)
  return ['stateDiagram-v2', ...indented(region(['start', ...outside], null, []))].join('\n')
}
