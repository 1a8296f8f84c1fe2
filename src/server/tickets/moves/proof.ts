import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { StayReason } from '#src/define/workflows/workflowMoves.ts'
import type { LogRow } from '../log/log.ts'
import { RefusedEvent, relive } from '../log/replayCheck.ts'
import type { Ticket } from '../ticket.ts'
import type { VersionHistory } from '../versions/versionHistory.ts'
import type { Version } from '../versions/versions.ts'
import { neededField, neededInStep, otherStep } from './meaning.ts'

/** Why a ticket stays where it is. */
export interface Stay {
  readonly ok: false
  readonly reason: StayReason
  readonly about: string
}
/** Where a ticket would stand in another version, or why it stays where it is. */
export type Proof = { readonly ok: true; readonly snapshot: TicketSnapshot } | Stay

export const stays = (reason: StayReason, about: string): Stay => ({ ok: false, reason, about })

/** What happened since the ticket came to its version by hand; all of it where it did not. */
const sinceMove = (log: readonly LogRow[]): readonly LogRow[] =>
  log.slice(log.findLastIndex(({ event }) => event.type === 'move') + 1)

/**
 * Replays a ticket's log under another version (25.11). It may move when every event is accepted, every condition
 * finds what it asks for, the form has what is asked there, and the story is the same: each step it has been through is
 * the same step there, with the same people, votes and outcomes. So no approval turns into another action, no key that now
 * belongs to something else is taken for what it was, and no effect is left out.
 */
export function proveMove(
  history: VersionHistory,
  to: Version,
  ticket: Pick<Ticket, 'applicantId' | 'formData' | 'applicant'>,
  before: TicketSnapshot,
  log: readonly LogRow[],
): Proof {
  const from = history.at(-1) ?? history[0]
  const unknown = [...to.facts].find((name) => sinceMove(log).some(({ event }) => !Object.hasOwn(event.facts, name)))
  if (unknown !== undefined) return stays('fact', unknown)
  let snapshot: TicketSnapshot
  try {
    const [first, ...others] = [...history.slice(0, -1), to]
    const last = first && relive([first, ...others], ticket.applicantId, log).at(-1)
    if (last === undefined) return stays('event', '')
    snapshot = last.snapshot
  } catch (error) {
    if (!(error instanceof RefusedEvent)) throw error
    return stays('event', `${error.row.seq} ${error.row.type}`)
  }
  if (statusOf(snapshot) !== statusOf(before)) return stays('ended', statusOf(snapshot))
  const other = otherStep(from, to, before.context, snapshot.context)
  if (other !== null) return stays('step', other)
  const field = neededField(from, to, ticket) ?? neededInStep(to, snapshot.context, ticket.formData)
  if (field !== null) return stays('field', field)
  const [broken] = violations(to.definition, snapshot)
  if (broken) return stays('invariant', `${broken.rule}: ${broken.detail}`)
  return from.type === to.type && currentStates(snapshot).length > 0 ? { ok: true, snapshot } : stays('ended', '')
}
