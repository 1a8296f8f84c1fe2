/** A definition as nodes and edges for the screen, with how far a ticket has come. Positions are the screen's business. */
import type { Condition, StateKind, Text, WorkflowDefinition } from './definition.ts'
import { takenPath } from './visits.ts'
import type { TicketContext, Visit } from './vocabulary.ts'
import { indexWorkflow } from './workflow.ts'

/** `skipped` also where the ticket went another way. */
export type NodeStatus = 'done' | 'current' | 'future' | 'skipped'

/** A state as a box. */
export interface DiagramNode {
  /** The state key, `start` or `end`. */
  readonly id: string
  readonly kind: StateKind | 'start' | 'end'
  /** Absent for start and end, whose names are the screen's. */
  readonly name?: Text
  readonly enterWhen?: Condition
  readonly status: NodeStatus
}

/** A way from one box to another. */
export interface DiagramEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly when?: Condition
  readonly label?: Text
  /** The ticket went this way in the present round. */
  readonly isTaken: boolean
}

/** A whole workflow, ready to be laid out. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

const statusOfVisit = (visit: Visit): NodeStatus =>
  visit.outcome === null ? 'current' : visit.outcome === 'skipped' ? 'skipped' : 'done'

/** The diagram of a definition; without a ticket everything lies ahead. */
export function diagramOf(definition: WorkflowDefinition, context?: TicketContext): Diagram {
  const workflow = indexWorkflow(definition)
  const path = context ? takenPath(context) : []
  const isBegun = context !== undefined && context.round > 0
  const last = path.at(-1)
  const isEnded = isBegun && (last === undefined || last.outcome === 'passed' || last.outcome === 'skipped')
  const stops = [...(isBegun ? ['start'] : []), ...path.map((visit) => visit.state), ...(isEnded ? ['end'] : [])]

  const isPassedBy = (key: string) =>
    isEnded || path.some((visit) => workflow.before(visit.state).some((earlier) => earlier.key === key))
  const statusOfState = (key: string): NodeStatus => {
    const visit = path.findLast((candidate) => candidate.state === key)
    if (visit) return statusOfVisit(visit)
    return isPassedBy(key) ? 'skipped' : 'future'
  }

  return {
    nodes: [
      { id: 'start', kind: 'start', status: isBegun ? 'done' : context ? 'current' : 'future' },
      ...definition.states.map(({ key, kind, name, enterWhen }) => ({
        id: key,
        kind,
        name,
        ...(enterWhen && { enterWhen }),
        status: statusOfState(key),
      })),
      { id: 'end', kind: 'end', status: isEnded ? 'done' : 'future' },
    ],
    edges: definition.transitions.map(({ from, to, when, label }, index) => ({
      id: `${from}-${to}-${index}`,
      from,
      to,
      ...(when && { when }),
      ...(label && { label }),
      isTaken: stops.some((stop, at) => stop === from && stops[at + 1] === to),
    })),
  }
}
