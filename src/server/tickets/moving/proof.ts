import type { TicketSnapshot } from '#machines/ticket/compile.ts'
import { violations } from '#machines/ticket/invariants.ts'
import { currentStates, statusOf } from '#machines/ticket/status.ts'
import type { StayReason } from '#src/define/workflowMoves.ts'
import type { LogRow } from '../log.ts'
import { RefusedEvent, relive } from '../replayCheck.ts'
import type { Version } from '../versions.ts'

/** Where a ticket would stand in another version, or why it stays where it is. */
export type Proof =
  | { readonly ok: true; readonly snapshot: TicketSnapshot }
  | { readonly ok: false; readonly reason: StayReason; readonly about: string }

const stays = (reason: StayReason, about: string): Proof => ({ ok: false, reason, about })

/**
 * Lives a ticket's log once more under another version (25.11). It may move when every event is accepted, every condition
 * finds what it asks for, and each step it has been through is one of the same kind there, so that no approval turns into
 * another deed and no effect is left out.
 */
export function proveMove(
  from: Version,
  to: Version,
  applicantId: number,
  before: TicketSnapshot,
  log: readonly LogRow[],
): Proof {
  const unknown = [...to.facts].find((name) => log.some(({ event }) => !Object.hasOwn(event.facts, name)))
  if (unknown !== undefined) return stays('fact', unknown)
  let snapshot: TicketSnapshot
  try {
    const last = relive(to, applicantId, log).at(-1)
    if (last === undefined) return stays('event', '')
    snapshot = last.snapshot
  } catch (error) {
    if (!(error instanceof RefusedEvent)) throw error
    return stays('event', `${error.row.seq} ${error.row.type}`)
  }
  if (statusOf(snapshot) !== statusOf(before)) return stays('ended', statusOf(snapshot))
  const [then, now] = [before.context.visits, snapshot.context.visits]
  const other = then.find((visit, index) => now[index]?.kind !== visit.kind || now[index]?.outcome !== visit.outcome)
  if (then.length !== now.length || other !== undefined) return stays('kinds', other?.state ?? String(now.length))
  const [broken] = violations(to.definition, snapshot)
  if (broken) return stays('invariant', `${broken.rule}: ${broken.detail}`)
  return from.type === to.type && currentStates(snapshot).length > 0 ? { ok: true, snapshot } : stays('ended', '')
}
