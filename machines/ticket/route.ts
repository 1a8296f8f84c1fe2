/** The way a ticket would take for given facts: the preview before submit (20.4) and the ground of what publishing proves. */
import { evaluate, explain, type Finding } from './conditions.ts'
import type { Facts, StateDefinition, StateKind, WorkflowDefinition } from './definition.ts'
import { indexWorkflow, type Workflow } from './workflow.ts'

/** One state of the way. */
export interface RouteStep {
  readonly state: string
  readonly kind: StateKind
  readonly isSkipped: boolean
  /** The comparisons that kept the ticket out; empty when it enters. */
  readonly reason: readonly Finding[]
  /** Working hours until the last timer of the state; null when it has none. */
  readonly dueInHours: number | null
}

/** The state the first way that holds leads to, or null where none does (WFD-03 keeps that from being published). */
export function nextState(workflow: Workflow, from: string, facts: Facts): string | null {
  return workflow.ways(from).find((way) => evaluate(way.when, facts))?.to ?? null
}

/** Whether a ticket with these facts is held in the state, or passes it by. */
export const isEntered = (state: StateDefinition, facts: Facts): boolean => evaluate(state.enterWhen, facts)

function dueInHours(state: StateDefinition): number | null {
  const hours = (state.timers ?? []).map((timer) => timer.afterHours)
  return hours.length > 0 ? Math.max(...hours) : null
}

/** The states in order, with those passed over and why. Stops where the workflow would turn in a circle. */
export function routeOf(definition: WorkflowDefinition, facts: Facts): readonly RouteStep[] {
  const workflow = indexWorkflow(definition)
  const steps = new Map<string, RouteStep>()
  let key = nextState(workflow, 'start', facts)
  while (key !== null && key !== 'end' && !steps.has(key)) {
    const state = workflow.state(key)
    const isSkipped = !isEntered(state, facts)
    const reason = isSkipped && state.enterWhen ? explain(state.enterWhen, facts) : []
    steps.set(key, {
      state: key,
      kind: state.kind,
      isSkipped,
      reason,
      dueInHours: isSkipped ? null : dueInHours(state),
    })
    key = nextState(workflow, key, facts)
  }
  return [...steps.values()]
}

/** Working hours when every state takes until its last timer; states without one are not bounded and count nothing. */
export function worstCaseHours(route: readonly RouteStep[]): number {
  return route.reduce((sum, step) => sum + (step.dueInHours ?? 0), 0)
}
