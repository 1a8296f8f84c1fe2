/** Moving running tickets to another version of their workflow, on the wire (25.11). */
import type { StateKind } from '#machines/ticket/definition/definition.ts'
import type { PersonRef } from '../tickets/line.ts'

/**
 * Why a ticket stays: an event of its log is refused, a condition asks for what its log does not know, a step of it is
 * another one there, a field is needed, it would stand elsewhere, an invariant would not hold, or it changed meanwhile. By
 * hand: it also stands in a state that is not mapped, the states cannot all be current at once, it was itself filed for
 * another ticket and would file one, what is done there is of another kind or its condition does not hold, an effect would
 * be left out or done twice, or nobody could act.
 */
export type StayReason =
  | 'event'
  | 'fact'
  | 'step'
  | 'field'
  | 'ended'
  | 'invariant'
  | 'check'
  | 'beside'
  | 'branches'
  | 'child'
  | 'kind'
  | 'condition'
  | 'effect'
  | 'nobody'
  | 'unknown'

/** One ticket of a move. */
export interface MoveLine {
  readonly id: number
  readonly no: string
  /** null on the wire for whoever may not see the ticket. */
  readonly title: string | null
  /** The states it stands in now: names on the wire, keys in the report that is kept. */
  readonly from: readonly string[]
  /** Names of those it comes to; null where it stays. */
  readonly to: readonly string[] | null
  readonly reason: StayReason | null
  /** What the reason is about: number and kind of the event, the fact, the step, the status, the rule. */
  readonly about: string
  /** Brought over by hand, as the mapping says. */
  readonly byHand?: true
}

/** A state of one of the two versions. */
export interface MoveState {
  readonly key: string
  readonly name: string
  readonly kind: StateKind
}

/** `branch`: the other branches beside it begin; `fork`: all its branches do; `join`: they count as through; `child`: a ticket is filed. */
export interface MoveTarget extends MoveState {
  readonly brings: 'branch' | 'fork' | 'join' | 'child' | null
}

export interface MoveRun {
  readonly id: number
  readonly fromNo: number
  readonly toNo: number
  readonly state: 'waiting' | 'running' | 'done' | 'broken'
  readonly done: number
  readonly total: number
  readonly moved: number
  readonly error: string | null
  readonly requestedBy: PersonRef
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly report: readonly MoveLine[] | null
  /** Names of the states that were mapped by hand, and why. */
  readonly mapping: readonly { readonly from: string; readonly to: string }[]
  readonly comment: string
}

/** GET /api/workflow/workflow/{id}/moves/?from=&to=&map=: what moving would come to, proved for every ticket, and the last run. */
export interface MovesAnswer {
  readonly name: string
  readonly nameEn: string
  readonly versions: readonly { readonly versionNo: number; readonly status: string; readonly tickets: number }[]
  readonly from: number
  readonly to: number
  readonly lines: readonly MoveLine[]
  /** Further running tickets that are proved when the move runs. */
  readonly more: number
  /** The states in which tickets of the first version stand, how many do, and by key those of the second one that could take them in, as the others are mapped. */
  readonly stands: readonly (MoveState & { readonly tickets: number; readonly fitting: readonly string[] })[]
  /** The states of the second one that can take tickets in by hand, and what entering them brings about. */
  readonly targets: readonly MoveTarget[]
  readonly run: MoveRun | null
}
