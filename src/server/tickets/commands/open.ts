import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { restore, start } from '#machines/ticket/engine/replay.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { isAway } from '#src/server/database/pool.ts'
import { TicketBroken } from '../log/incidents.ts'
import type { Ticket } from '../ticket.ts'
import { closedType } from '../versions/closed.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'

/** A ticket's machine and where it stands in it. */
export interface OpenedTicket {
  readonly version: Version
  readonly snapshot: TicketSnapshot
}

/** The stored ticket cannot be trusted: it is left alone and reported, the server goes on. */
const quarantined = (ticket: Ticket): RuleError => new RuleError('wf.quarantined', ticket.no)

/** The machine of the pinned version with the stored snapshot. @throws RuleError wf.quarantined when they do not fit. */
export async function openTicket(engine: Engine, unit: UnitOfWork, ticket: Ticket): Promise<OpenedTicket> {
  try {
    const version = await engine.versions.byId(unit.db, ticket.versionId)
    if (version.hash !== ticket.versionHash) throw new Error(`ticket ${ticket.no} is pinned to other content`)
    return { version, snapshot: restore(version.machine, ticket.snapshot) }
  } catch (error) {
    if (isAway(error)) throw error
    const fault = error instanceof Error ? error.message : String(error)
    // During a decision the fault quarantines the ticket at once.
    throw Object.assign(quarantined(ticket), { cause: new TicketBroken(ticket.no, ticket.id, [fault]) })
  }
}

/** A draft follows its type to the newest version; whatever was submitted stays on its own (WF-13). */
export async function openDraft(engine: Engine, unit: UnitOfWork, ticket: Ticket): Promise<OpenedTicket> {
  const version = await engine.versions.current(unit.db, ticket.type)
  if (!version) throw closedType()
  return { version, snapshot: start(version.machine, { applicant: ticket.applicantId }).snapshot }
}
