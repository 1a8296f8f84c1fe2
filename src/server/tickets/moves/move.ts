import { sql } from 'kysely'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { tasksOf } from '#machines/ticket/engine/projection.ts'
import { persist } from '#machines/ticket/engine/replay.ts'
import { currentStates } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { MoveLine } from '#src/define/workflows/workflowMoves.ts'
import { openTicket } from '../commands/open.ts'
import { TicketBroken } from '../log/incidents.ts'
import { readLog, replayCheck } from '../log/replayCheck.ts'
import { findTicket, lockTicket, type Ticket } from '../ticket.ts'
import { deadlineOf, timerChanges } from '../timers/due.ts'
import type { Engine } from '../versions/engine.ts'
import { historyInLog } from '../versions/versionHistory.ts'
import type { Version } from '../versions/versions.ts'
import { type ByHand, carryOver, proveByHand, type Transfer } from './hand.ts'
import { type Proof, proveMove } from './proof.ts'

/** A ticket with what moving it would come to. */
export interface ProvedMove {
  readonly ticket: Ticket
  readonly from: Version
  readonly before: TicketSnapshot
  readonly proof: Proof | Transfer
  readonly line: MoveLine
}

/** What moving one ticket would come to, nothing written: by its log, else by hand where its state is mapped. Its states are keys, without texts. */
export async function proveTicket(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  to: Version,
  hand: ByHand,
): Promise<ProvedMove> {
  const { version, snapshot } = await openTicket(engine, unit, ticket)
  const log = await readLog(unit.db, ticket.id)
  const byLog = proveMove(await historyInLog(engine, unit.db, version, log), to, ticket, snapshot, log)
  const byHand = byLog.ok ? null : await proveByHand(engine, unit, ticket, { from: version, snapshot }, to, hand)
  const proof = byHand ?? byLog
  const line: MoveLine = {
    id: ticket.id,
    no: ticket.no,
    title: ticket.title,
    from: ticket.currentKeys,
    to: proof.ok ? currentStates('result' in proof ? proof.result.snapshot : proof.snapshot) : null,
    reason: proof.ok ? null : proof.reason,
    about: proof.ok ? '' : proof.about,
    ...(byHand?.ok && { byHand: true as const }),
  }
  return { ticket, from: version, before: snapshot, proof, line }
}

/** Ends the transaction of a ticket that turned out not to fit. */
export class Stays extends Error {
  readonly line: MoveLine
  constructor(line: MoveLine) {
    super(`ticket ${line.no} stays: ${line.about}`)
    this.line = line
  }
}

/** Rewrites what hangs on the version: its id and hash, the snapshot, when tasks are due, the timers. */
async function rewrite(unit: UnitOfWork, ticket: Ticket, to: Version, snapshot: TicketSnapshot): Promise<void> {
  const { context } = snapshot
  const now = unit.clock.now()
  const due = new Map(
    context.visits.map((visit) => [visit.id, deadlineOf(to, visit.state, visit.openedAt, ticket.formData, unit)]),
  )
  const tasks = tasksOf(context).map((task) => ({
    slot: task.id,
    due_at: due.get(task.visit) ?? null,
  }))
  const next = liveVisits(context).flatMap(({ id }) => due.get(id)?.getTime() ?? [])
  await sql`
    update ticket set version_id = ${to.id}, version_hash = ${to.hash}, snapshot = ${JSON.stringify(persist(snapshot))}::jsonb,
      current_keys = ${[...currentStates(snapshot)]}::text[], due_at = ${next.length === 0 ? null : new Date(Math.min(...next))},
      revision = revision + 1, updated_at = ${now} where id = ${ticket.id}`.execute(unit.db)
  await sql`
    update ticket_task k set due_at = r.due_at from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb) as r (slot text, due_at timestamptz)
    where k.ticket_id = ${ticket.id} and k.slot = r.slot and k.status in ('waiting', 'open', 'suspended')`.execute(
    unit.db,
  )
  await sql`delete from ticket_timer where ticket_id = ${ticket.id}`.execute(unit.db)
  const { armed } = timerChanges(to, { ...context, visits: [] }, context, ticket.formData, unit)
  await sql`
    insert into ticket_timer (ticket_id, visit, rule, due_at)
    select ${ticket.id}, r.visit, r.rule, r.due_at from jsonb_to_recordset(${JSON.stringify(
      armed.map(({ visit, rule, dueAt }) => ({ visit, rule, due_at: dueAt })),
    )}::jsonb) as r (visit int, rule text, due_at timestamptz)`.execute(unit.db)
}

/** @throws Stays where the people of the state, or an effect, refuse after all. */
async function bring(transfer: Transfer, { from, line }: ProvedMove): Promise<void> {
  try {
    await carryOver(transfer, from)
  } catch (error) {
    const { byHand: _, ...rest } = line
    const stay = { ...rest, to: null }
    if (error instanceof RuleError) throw new Stays({ ...stay, reason: 'check', about: error.problem.key })
    if (error instanceof TicketBroken) throw new Stays({ ...stay, reason: 'invariant', about: error.faults.join('; ') })
    throw error
  }
}

/** Moves one ticket, in the caller's transaction, proved once more under its lock and checked after it. @throws Stays when it does not fit; then nothing of it may be committed. */
export async function moveTicket(
  engine: Engine,
  unit: UnitOfWork,
  id: number,
  from: number,
  to: Version,
  hand: ByHand,
): Promise<MoveLine> {
  const locked = await lockTicket(unit.db, id)
  const isThere = locked !== null && locked.versionId === from && !locked.isQuarantined
  if (!isThere) {
    const ticket = locked ?? (await findTicket(unit.db, id))
    const { no = String(id), title = '' } = ticket ?? {}
    throw new Stays({ id, no, title, from: [], to: null, reason: 'check', about: 'wf.stateChanged' })
  }
  const proved = await proveTicket(engine, unit, locked, to, hand)
  const { ticket, proof, line } = proved
  if (!proof.ok) throw new Stays(line)
  if ('result' in proof) await bring(proof, proved)
  else await rewrite(unit, ticket, to, proof.snapshot)
  const faults = await replayCheck(engine, unit, id)
  if (faults.length > 0) throw new Stays({ ...line, to: null, reason: 'check', about: faults.join('; ') })
  unit.changed('ticket', id)
  return line
}
