import { sql } from 'kysely'
import { tasksOf } from '#machines/ticket/projection.ts'
import { persist } from '#machines/ticket/replay.ts'
import { currentStates } from '#machines/ticket/status.ts'
import { liveVisits } from '#machines/ticket/visits.ts'
import type { Base } from '#src/define/server.ts'
import type { MoveLine } from '#src/define/workflowMoves.ts'
import { deadlineOf, timerChanges } from '../due.ts'
import type { Engine } from '../engine.ts'
import { openTicket } from '../open.ts'
import { readLog, replayCheck } from '../replayCheck.ts'
import { findTicket, lockTicket, type Ticket } from '../ticket.ts'
import type { Version } from '../versions.ts'
import { type Proof, proveMove } from './proof.ts'

interface Proved {
  readonly ticket: Ticket
  readonly proof: Proof
  readonly line: MoveLine
}

/** What moving one ticket would come to, nothing written. Its states are keys: words are for whoever reads it. */
export async function proveTicket(engine: Engine, base: Base, ticket: Ticket, to: Version): Promise<Proved> {
  const { version, snapshot } = await openTicket(engine, base, ticket)
  const proof = proveMove(version, to, ticket.applicantId, snapshot, await readLog(base.db, ticket.id))
  const line: MoveLine = {
    id: ticket.id,
    no: ticket.no,
    title: ticket.title,
    from: ticket.currentKeys,
    to: proof.ok ? currentStates(proof.snapshot) : null,
    reason: proof.ok ? null : proof.reason,
    about: proof.ok ? '' : proof.about,
  }
  return { ticket, proof, line }
}

/** Ends the transaction of a ticket that turned out not to fit. */
export class Stays extends Error {
  readonly line: MoveLine
  constructor(line: MoveLine) {
    super(`ticket ${line.no} stays: ${line.about}`)
    this.line = line
  }
}

/** Rewrites what hangs on the version: its id and hash, the snapshot, the states of the tasks, the timers. */
async function rewrite(
  base: Base,
  ticket: Ticket,
  to: Version,
  { snapshot }: Extract<Proof, { ok: true }>,
): Promise<void> {
  const { context } = snapshot
  const now = base.clock.now()
  const due = new Map(
    context.visits.map((visit) => [
      visit.id,
      deadlineOf(to, visit.state, visit.openedAt, ticket.formData, base.calendar),
    ]),
  )
  const tasks = tasksOf(context).map((task) => ({
    slot: task.id,
    state: task.state,
    must_sign: task.mustSign,
    due_at: due.get(task.visit) ?? null,
  }))
  const next = liveVisits(context).flatMap(({ id }) => due.get(id)?.getTime() ?? [])
  await sql`
    update ticket set version_id = ${to.id}, version_hash = ${to.hash}, snapshot = ${JSON.stringify(persist(snapshot))}::jsonb,
      current_keys = ${[...currentStates(snapshot)]}::text[], due_at = ${next.length === 0 ? null : new Date(Math.min(...next))},
      revision = revision + 1, updated_at = ${now} where id = ${ticket.id}`.execute(base.db)
  await sql`
    update ticket_task k set state = r.state, must_sign = r.must_sign, due_at = case when k.status in ('waiting', 'open', 'suspended') then r.due_at else k.due_at end
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as r (slot text, state text, must_sign boolean, due_at timestamptz)
    where k.ticket_id = ${ticket.id} and k.slot = r.slot`.execute(base.db)
  await sql`delete from ticket_timer where ticket_id = ${ticket.id}`.execute(base.db)
  const { armed } = timerChanges(to, { ...context, visits: [] }, context, ticket.formData, base.calendar)
  await sql`
    insert into ticket_timer (ticket_id, visit, rule, due_at)
    select ${ticket.id}, r.visit, r.rule, r.due_at from jsonb_to_recordset(${JSON.stringify(
      armed.map(({ visit, rule, dueAt }) => ({ visit, rule, due_at: dueAt })),
    )}::jsonb) as r (visit int, rule text, due_at timestamptz)`.execute(base.db)
}

/** Moves one ticket, in the caller's transaction, proved once more under its lock and checked after it. @throws Stays when it does not fit; then nothing of it may be committed. */
export async function moveTicket(engine: Engine, base: Base, id: number, from: number, to: Version): Promise<MoveLine> {
  const locked = await lockTicket(base.db, id)
  const isThere = locked !== null && locked.versionId === from && !locked.isQuarantined
  if (!isThere) {
    const ticket = locked ?? (await findTicket(base.db, id))
    const { no = String(id), title = '' } = ticket ?? {}
    throw new Stays({ id, no, title, from: [], to: null, reason: 'check', about: 'wf.stateChanged' })
  }
  const { ticket, proof, line } = await proveTicket(engine, base, locked, to)
  if (!proof.ok) throw new Stays(line)
  await rewrite(base, ticket, to, proof)
  const faults = await replayCheck(engine, base, id)
  if (faults.length > 0) throw new Stays({ ...line, to: null, reason: 'check', about: faults.join('; ') })
  base.changed('ticket', id)
  return line
}
