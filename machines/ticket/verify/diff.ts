/** What differs between two versions of a workflow: in what it is, and in what it does to applications (25.11). */
import type {
  Condition,
  Facts,
  StateDefinition,
  TransitionDefinition,
  WorkflowDefinition,
} from '../definition/definition.ts'
import { routeOf } from '../explore/route.ts'
import { type Domains, partition } from './partition.ts'

/** Applications that take another route now; `facts` is one of them. */
export interface Detour {
  readonly facts: Facts
  /** Keys of the states entered, in order. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** Every transition that changed. */
export interface Detours {
  readonly detours: readonly Detour[]
  /** False when there are more cases than could be tried. */
  readonly isComplete: boolean
}

/** Where an application goes is decided by these alone. */
const decisionContext = (definition: WorkflowDefinition): readonly Condition[] =>
  [...definition.states.map(({ enterWhen }) => enterWhen), ...definition.transitions.map(({ when }) => when)].filter(
    (condition) => condition !== undefined,
  )

const routeFor = (definition: WorkflowDefinition, facts: Facts): readonly string[] =>
  routeOf(definition, facts)
    .filter((step) => !step.isSkipped)
    .map((step) => step.state)

/** The routes of both versions, compared in every case their conditions tell apart; each pair of routes is listed once, with one example. `constants` are the thresholds of today, `domains` what values the facts can have. */
export function detoursOf(
  before: WorkflowDefinition,
  after: WorkflowDefinition,
  constants: Facts,
  domains: Domains = {},
): Detours {
  const { cells, isComplete } = partition([...decisionContext(before), ...decisionContext(after)], constants, domains)
  const detours = new Map<string, Detour>()
  for (const facts of cells) {
    const routes = { before: routeFor(before, facts), after: routeFor(after, facts) }
    const key = JSON.stringify(routes)
    if (!same(routes.before, routes.after) && !detours.has(key)) {
      const variables = Object.entries(facts).filter(([name]) => !(name in constants))
      detours.set(key, { ...routes, facts: Object.fromEntries(variables) })
    }
  }
  return { detours: [...detours.values()], isComplete }
}

/** Properties of a state, and of a workflow as a whole. */
export type StateProperty = Exclude<keyof StateDefinition, 'key'>
export type WorkflowProperty = Exclude<keyof WorkflowDefinition, 'key' | 'states' | 'transitions'>

/** One thing that is not as it was. */
export type Alteration =
  | { readonly what: 'stateAdded' | 'stateRemoved'; readonly state: string }
  | { readonly what: 'stateChanged'; readonly state: string; readonly property: StateProperty }
  | {
      readonly what: 'transitionAdded' | 'transitionRemoved' | 'transitionChanged'
      readonly from: string
      readonly to: string
    }
  | { readonly what: 'workflowChanged'; readonly property: WorkflowProperty }

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, part]) => part !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value
const same = (left: unknown, right: unknown): boolean => JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))

function stateAlterations(before: StateDefinition, after: StateDefinition): readonly Alteration[] {
  const { key: state, ...left } = before
  const { key: _, ...right } = after
  const properties = [...new Set([...Object.keys(left), ...Object.keys(right)])] as StateProperty[]
  return properties
    .filter((property) => !same(left[property], right[property]))
    .map((property) => ({ what: 'stateChanged', state, property }))
}

/** Transitions are known by where they lead; several between two states belong together. */
function transitionsBetween(definition: WorkflowDefinition): ReadonlyMap<string, readonly TransitionDefinition[]> {
  const transitions = new Map<string, TransitionDefinition[]>()
  for (const transition of definition.transitions) {
    const key = JSON.stringify([transition.from, transition.to])
    transitions.set(key, [...(transitions.get(key) ?? []), transition])
  }
  return transitions
}

function transitionAlterations(before: WorkflowDefinition, after: WorkflowDefinition): readonly Alteration[] {
  const [left, right] = [transitionsBetween(before), transitionsBetween(after)]
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key): Alteration[] => {
    const [from = '', to = ''] = JSON.parse(key) as string[]
    const [was, is] = [left.get(key), right.get(key)]
    if (was === undefined) return [{ what: 'transitionAdded', from, to }]
    if (is === undefined) return [{ what: 'transitionRemoved', from, to }]
    return same(was, is) ? [] : [{ what: 'transitionChanged', from, to }]
  })
}

/** All of them: one that is forgotten does not compile. */
const wholes = Object.keys({
  group: true,
  withdraw: true,
  allowSelf: true,
  repeat: true,
  resume: true,
  mostReturns: true,
  revocableDays: true,
  notices: true,
} satisfies Record<WorkflowProperty, true>) as readonly WorkflowProperty[]

/** Everything that differs between two definitions, states by their keys. */
export function alterationsOf(before: WorkflowDefinition, after: WorkflowDefinition): readonly Alteration[] {
  const find = (definition: WorkflowDefinition, key: string) => definition.states.find((state) => state.key === key)
  return [
    ...wholes
      .filter((property) => !same(before[property], after[property]))
      .map((property): Alteration => ({ what: 'workflowChanged', property })),
    ...before.states
      .filter(({ key }) => !find(after, key))
      .map(({ key }): Alteration => ({ what: 'stateRemoved', state: key })),
    ...after.states.flatMap((state): readonly Alteration[] => {
      const was = find(before, state.key)
      return was ? stateAlterations(was, state) : [{ what: 'stateAdded', state: state.key }]
    }),
    ...transitionAlterations(before, after),
  ]
}

const PLACES: readonly string[] = ['start', 'end']

/** Whether every transition leads on, so that a ticket could be walked through: a draft may not be so far yet. */
export function isWalkable({ states, transitions }: WorkflowDefinition): boolean {
  const keys = states.map(({ key }) => key)
  const lastFrom = (from: string) => transitions.findLast((transition) => transition.from === from)
  const isOpen = ['start', ...keys].some((from) => {
    const last = lastFrom(from)
    return last === undefined || last.when !== undefined
  })
  return (
    !isOpen &&
    new Set(keys).size === keys.length &&
    !keys.some((key) => PLACES.includes(key)) &&
    states.every(({ onReject }) => typeof onReject !== 'object' || keys.includes(onReject.state)) &&
    transitions.every(
      ({ from, to }) => (from === 'start' || keys.includes(from)) && (to === 'end' || keys.includes(to)),
    )
  )
}
