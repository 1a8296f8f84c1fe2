/** A definition as nodes and edges for the screen, with how far a ticket has come. Positions are the screen's business. */
import type {
  Branching,
  Condition,
  StateKind,
  Text,
  TransitionDefinition,
  WorkflowDefinition,
} from '../definition/definition.ts'
import { indexWorkflow } from '../definition/workflow.ts'
import { areInLine, takenPath } from '../engine/regions.ts'
import type { TicketContext, Visit, VisitOutcome } from '../engine/vocabulary.ts'

/** `skipped` also where the ticket took another route. */
export type NodeStatus = 'done' | 'current' | 'future' | 'skipped'

/** A state as a box. */
export interface DiagramNode {
  /** The state key, `start` or `end`. */
  readonly id: string
  readonly kind: StateKind | 'start' | 'end'
  /** Absent for start and end, whose names are the screen's. */
  readonly name?: Text
  readonly enterWhen?: Condition
  /** Its transitions open branches. */
  readonly branch?: Branching
  /** It joins the branches of this state. */
  readonly joinOf?: string
  readonly status: NodeStatus
}

/** A transition from one box to another. */
export interface DiagramEdge {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly when?: Condition
  readonly label?: Text
  /** The ticket took this transition in the present round. */
  readonly isTaken: boolean
}

/** A whole workflow, ready to be laid out. */
export interface Diagram {
  readonly nodes: readonly DiagramNode[]
  readonly edges: readonly DiagramEdge[]
}

/** Nobody had the last word there. */
const undecided: readonly (VisitOutcome | null)[] = ['skipped', 'cancelled', 'moved', 'withdrawn', 'voided']

const statusOfVisit = (visit: Visit): NodeStatus =>
  visit.outcome === null ? 'current' : undecided.includes(visit.outcome) ? 'skipped' : 'done'

/** The diagram of a definition; without a ticket everything lies ahead. */
export function diagramOf(definition: WorkflowDefinition, context?: TicketContext): Diagram {
  const workflow = indexWorkflow(definition)
  const path = context ? takenPath(context) : []
  const isBegun = context !== undefined && context.round > 0
  const isEnded = isBegun && path.every(({ outcome }) => outcome === 'passed' || outcome === 'skipped')

  /** Its branch was not among those that the last visit of the branching state opened. */
  const isUntaken = (key: string) =>
    workflow.blocks.home(key).some(({ fork, number }) => {
      const opened = path.findLast(({ state }) => state === fork)?.branches
      return opened?.every((branch) => branch.number !== number) === true
    })
  const isPassedBy = (key: string) =>
    isEnded ||
    isUntaken(key) ||
    path.some((visit) => workflow.before(visit.state).some((earlier) => earlier.key === key))
  const statusOfState = (key: string): NodeStatus => {
    const visit = path.findLast((candidate) => candidate.state === key)
    if (visit) return statusOfVisit(visit)
    return isPassedBy(key) ? 'skipped' : 'future'
  }
  /** The visits that came directly after one: in branches the first of each. */
  const after = (visit: Visit): readonly Visit[] => {
    const later = path.slice(path.indexOf(visit) + 1).filter((other) => areInLine(visit, other))
    return later.filter((other, index) => !later.slice(0, index).some((middle) => areInLine(middle, other)))
  }
  const isFollowed = (from: string, to: string): boolean => {
    // Brought in by hand, it came by no transition.
    if (from === 'start' && path[0]?.moved) return false
    if (from === 'start') return isBegun && (path.length > 0 ? path[0]?.state === to : isEnded && to === 'end')
    const visit = path.findLast(({ state }) => state === from)
    if (visit === undefined) return false
    return to === 'end'
      ? isEnded && after(visit).length === 0
      : path.some((one) => one.state === from && after(one).some(({ state }) => state === to))
  }
  const isTaken = ({ from, to }: TransitionDefinition, index: number): boolean => {
    const block = workflow.blocks.of(from)
    if (!block) return isFollowed(from, to)
    const number = definition.transitions.slice(0, index + 1).filter((other) => other.from === from).length
    return path.findLast(({ state }) => state === from)?.branches?.some((branch) => branch.number === number) === true
  }

  return {
    nodes: [
      { id: 'start', kind: 'start', status: isBegun ? 'done' : context ? 'current' : 'future' },
      ...definition.states.map(({ key, kind, name, enterWhen, branch, joinOf }) => ({
        id: key,
        kind,
        name,
        ...(enterWhen && { enterWhen }),
        ...(branch && { branch }),
        ...(joinOf !== undefined && { joinOf }),
        status: statusOfState(key),
      })),
      { id: 'end', kind: 'end', status: isEnded ? 'done' : 'future' },
    ],
    edges: definition.transitions.map((transition, index) => ({
      id: `${transition.from}-${transition.to}-${index}`,
      from: transition.from,
      to: transition.to,
      ...(transition.when && { when: transition.when }),
      ...(transition.label && { label: transition.label }),
      isTaken: isTaken(transition, index),
    })),
  }
}
