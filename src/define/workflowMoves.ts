/** Moving running tickets to another version of their workflow, on the wire (25.11). */
import type { PersonRef } from './tickets.ts'

/** Why a ticket stays: an event of its log is refused, a condition asks for what its log does not know, it would stand or have passed elsewhere, an invariant would not hold, or it changed meanwhile. */
export type StayReason = 'event' | 'fact' | 'kinds' | 'ended' | 'invariant' | 'check'

/** One ticket of a move. */
export interface MoveLine {
  readonly id: number
  readonly no: string
  readonly title: string
  /** The states it stands in now: names on the wire, keys in the report that is kept. */
  readonly from: readonly string[]
  /** Names of those it comes to; null where it stays. */
  readonly to: readonly string[] | null
  readonly reason: StayReason | null
  /** What the reason is about: number and kind of the event, the fact, the step, the status, the rule. */
  readonly about: string
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
}

/** GET /api/workflow/workflow/{id}/moves/?from=&to=: what moving would come to, proved for every ticket, and the last run. */
export interface MovesAnswer {
  readonly name: string
  readonly nameEn: string
  readonly versions: readonly { readonly versionNo: number; readonly status: string; readonly tickets: number }[]
  readonly from: number
  readonly to: number
  readonly lines: readonly MoveLine[]
  /** Further running tickets that are proved when the move runs. */
  readonly more: number
  readonly run: MoveRun | null
}
