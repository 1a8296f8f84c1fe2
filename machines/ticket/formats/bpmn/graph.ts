/** A workflow as the nodes and flows BPMN draws it with, before anything is written. */
import {
  type Branching,
  type Condition,
  isGateway,
  type StateDefinition,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { timerOut, type WrittenTimer } from './timers.ts'

export type GatewayTag = 'exclusiveGateway' | 'parallelGateway' | 'inclusiveGateway'
export type TaskTag = 'userTask' | 'manualTask' | 'sendTask' | 'callActivity'

/** What a gateway does for a state that has no such thing itself: passes it by, parts its transitions, joins branches before it. */
export type HelperRole = 'enter' | 'leave' | 'join'

const taskFor = { approve: 'userTask', handle: 'manualTask', cc: 'sendTask', sub: 'callActivity' } as const

export interface Node {
  readonly id: string
  readonly tag: 'startEvent' | 'endEvent' | TaskTag | GatewayTag
  readonly state?: StateDefinition
  readonly helps?: { readonly role: HelperRole; readonly state: string }
}
/** A clock at the border of a task. */
export interface Clock extends WrittenTimer {
  readonly id: string
  readonly on: string
  /** Its place among those of the task. */
  readonly index: number
}
export interface Flow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly when?: Condition | undefined
  /** Taken when no other flow of its gateway is. */
  readonly isDefault?: boolean
  /** The transition it draws, and its place in the definition. */
  readonly origin?: { readonly transition: TransitionDefinition; readonly order: number }
}
export interface Graph {
  readonly nodes: readonly Node[]
  readonly flows: readonly Flow[]
  readonly clocks: readonly Clock[]
}

export const START = 'start'
export const END = 'end'
// No key of a state has a hyphen.
const helperId = (role: HelperRole, key: string): string => `${role}-${key}`

const gatewayFor = (branch: Branching | undefined): GatewayTag =>
  branch === undefined ? 'exclusiveGateway' : branch === 'parallel' ? 'parallelGateway' : 'inclusiveGateway'

/** A state with a condition has a gateway before it, a place with several transitions one behind it. */
export function graphOf(definition: WorkflowDefinition): Graph {
  const workflow = indexWorkflow(definition)
  const nodes: Node[] = [{ id: START, tag: 'startEvent' }]
  const flows: Flow[] = []
  const clocks: Clock[] = []
  const flow = (from: string, to: string, more: Partial<Flow> = {}) =>
    flows.push({ id: `flow-${flows.length + 1}`, from, to, ...more })
  const stateAt = (key: string) => definition.states.find((state) => state.key === key)
  const branchOf = (key: string | undefined): Branching | undefined =>
    key === undefined ? undefined : stateAt(key)?.branch
  const isBar = (key: string): boolean => {
    const state = stateAt(key)
    return state !== undefined && isGateway(state)
  }
  const own = (key: string): string => {
    const state = stateAt(key)
    return state?.enterWhen === undefined || isBar(key) ? key : helperId('enter', key)
  }
  const entry = (key: string): string =>
    stateAt(key)?.joinOf === undefined || isBar(key) ? own(key) : helperId('join', key)
  /** Where branches part and nobody acts, the place is the gateway itself. */
  const needsChoice = (key: string): boolean =>
    workflow.transitionsFrom(key).length > 1 && !(isBar(key) && branchOf(key) !== undefined)
  /** Where the transitions out of a place begin. */
  const exit = (key: string): string => (needsChoice(key) ? helperId('leave', key) : key)
  const helper = (role: HelperRole, state: string, tag: GatewayTag) =>
    nodes.push({ id: helperId(role, state), tag, helps: { role, state } })

  const leave = (key: string) => {
    const transitions = workflow.transitionsFrom(key)
    if (needsChoice(key)) {
      helper('leave', key, gatewayFor(branchOf(key)))
      flow(key, helperId('leave', key))
    }
    for (const transition of transitions)
      flow(exit(key), entry(transition.to), {
        when: transition.when,
        isDefault: transitions.length > 1 && transition.when === undefined && branchOf(key) !== 'parallel',
        origin: { transition, order: definition.transitions.indexOf(transition) },
      })
  }
  leave(START)
  for (const state of definition.states) {
    const { key, kind, enterWhen, branch, joinOf, timers = [] } = state
    if (isBar(key)) {
      nodes.push({ id: key, tag: gatewayFor(branch ?? branchOf(joinOf)), state })
      leave(key)
      continue
    }
    if (joinOf !== undefined) {
      helper('join', key, gatewayFor(branchOf(joinOf)))
      flow(helperId('join', key), own(key))
    }
    if (enterWhen) {
      helper('enter', key, 'exclusiveGateway')
      flow(helperId('enter', key), key, { when: enterWhen })
      const [only, ...others] = workflow.transitionsFrom(key)
      flow(helperId('enter', key), only && others.length === 0 ? entry(only.to) : helperId('leave', key), {
        isDefault: true,
      })
    }
    nodes.push({ id: key, tag: taskFor[kind], state })
    leave(key)
    for (const [index, timer] of timers.entries()) {
      const clock = { id: `clock-${key}-${index + 1}`, on: key, index, ...timerOut(timer) }
      clocks.push(clock)
      const [transition, ...others] = workflow.transitionsFrom(key)
      if (clock.leads === 'end') flow(clock.id, END)
      if (clock.leads === 'on' && transition) flow(clock.id, others.length > 0 ? exit(key) : entry(transition.to))
    }
  }
  nodes.push({ id: END, tag: 'endEvent' })
  return { nodes, flows, clocks }
}
