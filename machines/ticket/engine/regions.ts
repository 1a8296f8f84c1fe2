/** Visits in branches: which of them follow one another and which stand side by side (25.3, I15). */

import type { Workflow } from '../definition/workflow.ts'
import type { TicketContext, Visit } from './vocabulary.ts'

/** The branches a visit lies in, outermost first. */
export const regionsOf = (visit: Visit): readonly string[] => visit.regions ?? []

/** Whether a visit lies in these branches, or deeper. */
export const isWithin = (visit: Visit, regions: readonly string[]): boolean =>
  regions.every((region, depth) => visit.regions?.[depth] === region)

/** Neither stands beside the other: one follows the other, and they must never overlap in time (I15). */
export const areInLine = (left: Visit, right: Visit): boolean =>
  isWithin(left, regionsOf(right)) || isWithin(right, regionsOf(left))

/** The branches a new visit of the state lies in: those its branching states opened last. */
export function regionsFor(workflow: Workflow, context: TicketContext, key: string): readonly string[] {
  return workflow.blocks.home(key).map(({ fork, number }) => {
    const opener = context.visits.findLast((visit) => visit.state === fork)
    return `${opener?.id ?? 0}.${number}`
  })
}

/** The visits behind a ticket in this round, and which of them count without having been gone through again. */
interface TakenPath {
  readonly path: readonly Visit[]
  readonly carried: ReadonlySet<number>
}

/** What lay between the target of a return and the visit that returned: kept when the ticket comes straight back (25.3). */
const between = (behind: readonly Visit[], target: string): readonly Visit[] =>
  behind.slice(behind.findLastIndex((visit) => visit.state === target) + 1)

function pathOf(context: TicketContext, isWhole = false): TakenPath {
  let path: Visit[] = []
  let round = 0
  const carried = new Set<number>()
  const behind = new Map<number, readonly Visit[]>()
  for (const visit of context.visits) {
    if (visit.round !== round) path = []
    if (visit.moved && !isWhole) path = []
    round = visit.round
    if (visit.viaReturn) {
      const target = path.findLastIndex((earlier) => earlier.state === visit.state)
      path = path.filter((earlier, index) => index < target || !isWithin(earlier, regionsOf(visit)))
    }
    const resumed = visit.resumes === undefined ? undefined : context.visits[visit.resumes - 1]
    if (resumed?.comeBack) {
      const kept = between(behind.get(resumed.id) ?? [], resumed.comeBack.target)
      for (const { id } of kept) carried.add(id)
      path.push(...kept)
    }
    // With what it has itself been brought back over: sent off once more, it comes back over all of that.
    if (visit.comeBack) behind.set(visit.id, [...path])
    path.push(visit)
  }
  return { path: round === context.round ? path : [], carried }
}

/**
 * The visits that lie on the way to here: those of this round, with what a return straight back carried over. A return
 * cuts off everything after its target in the target's branch (25.3).
 */
export const takenPath = (context: TicketContext): readonly Visit[] => pathOf(context).path

/** The taken path for reading: with what was lived under other versions of the workflow (25.11). */
export const wholePath = (context: TicketContext): readonly Visit[] => pathOf(context, true).path

/** The visits lived under the present version. */
export const visitsHere = ({ visits }: TicketContext): readonly Visit[] =>
  visits.slice(
    Math.max(
      0,
      visits.findLastIndex(({ moved }) => moved !== undefined),
    ),
  )

/** Each life of a ticket under a version of its workflow, oldest first, as it stood when it was left; `from` is null for the present one (25.11). */
export function visitsReached(
  context: TicketContext,
): readonly { readonly from: number | null; readonly context: TicketContext }[] {
  const { visits } = context
  const moves = visits.flatMap(({ moved }, at) => (moved ? [{ from: moved.from, at }] : []))
  const past = moves.map(({ from, at }) => {
    const lived = visits.slice(0, at)
    return { from, context: { ...context, visits: lived, round: lived.at(-1)?.round ?? 0 } }
  })
  return [...past, { from: null, context }]
}

/** Numbers of the visits on the way that count as they were, because the ticket came straight back (25.3). */
export const carriedVisits = (context: TicketContext): ReadonlySet<number> => pathOf(context).carried

/** The part of the taken path that leads to a visit: without what stands beside it. */
export const pathTo = (context: TicketContext, visit: Visit): readonly Visit[] =>
  takenPath(context).filter((earlier) => earlier.id < visit.id && areInLine(earlier, visit))

/** The ends of a path: its last visit, and after branches the last of each. */
export const endsOf = (path: readonly Visit[]): readonly Visit[] =>
  path.filter((visit, index) => !path.slice(index + 1).some((later) => areInLine(visit, later)))

/** Who decided last on the way to a visit that is about to find its people: those passed directly before it. */
export const precedingVisits = (context: TicketContext, visit: Visit): readonly Visit[] =>
  endsOf(pathTo(context, visit).filter(({ outcome }) => outcome === 'passed'))
