/** The route a ticket would take for given facts: the preview before submit (20.4) and the ground of what publishing proves. */
import type { Home } from '../definition/blocks.ts'
import { evaluate, explain, type Finding } from '../definition/conditions.ts'
import {
  type Facts,
  type LastWord,
  lastWordOf,
  type StateDefinition,
  type StateKind,
  type TransitionDefinition,
  type WorkflowDefinition,
} from '../definition/definition.ts'
import { indexWorkflow, type Workflow } from '../definition/workflow.ts'
import { liveVisits } from '../engine/visits.ts'
import type { TicketContext } from '../engine/vocabulary.ts'

/** One state of the route. */
export interface RouteStep {
  readonly state: string
  readonly kind: StateKind
  readonly isSkipped: boolean
  /** The comparisons that kept the ticket out; empty when it enters. */
  readonly reason: readonly Finding[]
  /** Working hours until the last timer of the state; null when it has none. */
  readonly dueInHours: number | null
  /** Absent where no clock ends it. */
  readonly lastWord?: LastWord
  /** The branches it lies in, outermost first; absent outside of branches. */
  readonly within?: readonly Home[]
}

/** A transition with its number among those of its state, from 1. */
export interface TakenTransition extends TransitionDefinition {
  readonly number: number
}

/** The transitions of a ticket with these facts: one, or those that open branches; none where no transition holds (WFD-03 keeps that from being published). */
export function transitionsTaken(workflow: Workflow, from: string, facts: Facts): readonly TakenTransition[] {
  const transitions = workflow.transitionsFrom(from).map((transition, index) => ({ ...transition, number: index + 1 }))
  const branching = workflow.blocks.of(from) && workflow.state(from).branch
  if (branching === 'parallel') return transitions
  const last = transitions.at(-1)
  const isElse = branching === 'inclusive' && last !== undefined
  const open = transitions.filter((transition) => !(isElse && transition === last) && evaluate(transition.when, facts))
  if (isElse) return open.length > 0 ? open : [last]
  return open.slice(0, 1)
}

/** Whether a ticket with these facts is held in the state, or passes it by. */
export const isEntered = (state: StateDefinition, facts: Facts): boolean => evaluate(state.enterWhen, facts)

function dueInHours(state: StateDefinition): number | null {
  const hours = (state.timers ?? []).map((timer) => timer.afterHours)
  return hours.length > 0 ? Math.max(...hours) : null
}

/** Collects steps in order, each branch of a block by itself and then its join; a state met a second time ends the walk, so that a cycle does. */
function walker(workflow: Workflow, facts: Facts) {
  const steps = new Map<string, RouteStep>()
  const enter = (key: string, stop: string | null): void => {
    if (key === 'end' || key === stop || steps.has(key)) return
    const state = workflow.state(key)
    const isSkipped = !isEntered(state, facts)
    const within = workflow.blocks.home(key)
    const lastWord = isSkipped ? undefined : lastWordOf(state)
    steps.set(key, {
      state: key,
      kind: state.kind,
      isSkipped,
      reason: isSkipped && state.enterWhen ? explain(state.enterWhen, facts) : [],
      dueInHours: isSkipped ? null : dueInHours(state),
      ...(lastWord && { lastWord }),
      ...(within.length > 0 && { within }),
    })
    follow(key, stop)
  }
  const follow = (from: string, stop: string | null): void => {
    const join = workflow.blocks.of(from)?.join ?? null
    for (const { to } of transitionsTaken(workflow, from, facts)) enter(to, join ?? stop)
    if (join !== null) enter(join, stop)
  }
  return { steps, enter, follow }
}

/** The states in order, with those passed over and why. Stops where the workflow would turn in a cycle. */
export function routeOf(definition: WorkflowDefinition, facts: Facts): readonly RouteStep[] {
  const { steps, follow } = walker(indexWorkflow(definition), facts)
  follow('start', null)
  return [...steps.values()]
}

/** The states still ahead of a ticket: those of each branch it stands in, then what follows after the joins. The whole route before the first submit, nothing after the end. */
export function routeAhead(definition: WorkflowDefinition, context: TicketContext, facts: Facts): readonly RouteStep[] {
  const live = liveVisits(context)
  if (live.length === 0) return context.round === 0 ? routeOf(definition, facts) : []
  const workflow = indexWorkflow(definition)
  const { blocks } = workflow
  const { steps, enter, follow } = walker(workflow, facts)
  for (const { state } of live) follow(state, blocks.joinAfter(state))
  const homes = live.flatMap(({ state }) => blocks.home(state).map(({ fork }, depth) => ({ fork, depth })))
  for (const { fork } of homes.toSorted((left, right) => right.depth - left.depth)) {
    const join = blocks.of(fork)?.join
    if (join) enter(join, blocks.joinAfter(fork))
  }
  return [...steps.values()]
}

/** As much of a step as its hours depend on. */
type Timed = Pick<RouteStep, 'dueInHours' | 'within'>

function hoursAt(steps: readonly Timed[], depth: number): number {
  const own = steps.filter(({ within = [] }) => within.length === depth)
  const inner = steps.filter(({ within = [] }) => within.length > depth)
  const forks = [...new Set(inner.map(({ within }) => within?.[depth]?.fork))]
  const longest = forks.map((fork) => {
    const block = inner.filter(({ within }) => within?.[depth]?.fork === fork)
    const numbers = [...new Set(block.map(({ within }) => within?.[depth]?.number))]
    return Math.max(
      ...numbers.map((number) =>
        hoursAt(
          block.filter(({ within }) => within?.[depth]?.number === number),
          depth + 1,
        ),
      ),
    )
  })
  return [...own.map((step) => step.dueInHours ?? 0), ...longest].reduce((sum, hours) => sum + hours, 0)
}

/** Working hours when every state takes until its last timer, of branches the longest; states without one are not bounded and count nothing. */
export const worstCaseHours = (route: readonly Timed[]): number => hoursAt(route, 0)
