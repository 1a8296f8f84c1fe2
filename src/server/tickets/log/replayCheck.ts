import { sql } from 'kysely'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations, violationsAtRest } from '#machines/ticket/engine/invariants.ts'
import { move } from '#machines/ticket/engine/move.ts'
import { liveTimers, tasksOf } from '#machines/ticket/engine/projection.ts'
import { persist, type StepResult, start, step } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { AuditKeys, SignatureCheck } from '#src/server/audit/keys.ts'
import { namesIn, rowOf } from '../tables/columns.ts'
import { eventColumns } from '../tables/eventColumns.ts'
import { machineTaskColumns } from '../tables/taskColumns.ts'
import { findTicket, isToSubmit, type Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import { historyInLog, type VersionHistory } from '../versions/versionHistory.ts'
import type { Version } from '../versions/versions.ts'
import { canonical, hashOf } from './canonical.ts'
import { checkRow, type LogRow } from './log.ts'

/** The log of a ticket, oldest first. */
export async function readLog(db: Executor, ticketId: number): Promise<readonly LogRow[]> {
  const { rows } = await sql<Omit<LogRow, 'at'> & { at: Date }>`
    select ${sql.raw(namesIn(eventColumns))} from ticket_event where ticket_id = ${ticketId} order by seq`.execute(db)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** A ticket after one of its events. */
export interface Moment {
  readonly row: LogRow
  /** The version under which it happened; a move by hand, the one that was left. */
  readonly version: Version
  /** The version it led into: another one only by a move by hand. */
  readonly into: Version
  readonly before: TicketSnapshot
  readonly snapshot: TicketSnapshot
  readonly formBefore: FormData
  readonly form: FormData
}

/** The machine of a version does not take an event of the log. */
export class RefusedEvent extends Error {
  readonly row: Pick<LogRow, 'seq' | 'type'>
  constructor(row: Pick<LogRow, 'seq' | 'type'>) {
    super(`event ${row.seq}, ${row.type}, is refused`)
    this.row = row
  }
}

/** One event under a version; a move by hand leads into the next one (25.11). */
function lived(version: Version, next: Version | undefined, before: TicketSnapshot, event: TicketEvent): StepResult {
  if (event.type !== 'move') return step(version.machine, before, event)
  return next ? move(next.machine, indexWorkflow(next.definition), before.context, event) : { ok: false }
}

/** Every moment of the ticket's life, recomputed from its log by the machines of the versions it was lived under. @throws RefusedEvent at the first event that is refused. */
export function relive(history: VersionHistory, applicant: number, log: readonly LogRow[]): readonly Moment[] {
  const moments: Moment[] = []
  let [version, ...later] = history
  let snapshot = start(version.machine, { applicant }).snapshot
  let form: FormData = {}
  for (const row of log) {
    const before = snapshot
    const formBefore = form
    const [next] = later
    const result = lived(version, next, snapshot, row.event)
    if (!result.ok) throw new RefusedEvent(row)
    snapshot = result.snapshot
    form = row.type === 'submit' ? (row.form ?? {}) : { ...form, ...row.form }
    const into = (row.type === 'move' && next) || version
    moments.push({ row, version, into, before, snapshot, formBefore, form })
    if (into !== version) later = later.slice(1)
    version = into
  }
  return moments
}

const signatureFaults = (seq: number): Readonly<Record<SignatureCheck, readonly string[]>> => ({
  valid: [],
  wrong: [`event ${seq} was altered`],
  unknownKey: [`event ${seq} was signed with a key that is not here`],
})

function chainFaults(keys: AuditKeys, ticket: Ticket, log: readonly LogRow[]): readonly string[] {
  const faults = log.flatMap((row, index) => [
    ...(row.seq === index + 1 ? [] : [`event ${row.seq} stands at place ${index + 1}`]),
    ...(row.prevHash === (log[index - 1]?.hash ?? '') ? [] : [`event ${row.seq} does not continue the chain`]),
    ...signatureFaults(row.seq)[checkRow(keys, ticket.id, row)],
    ...(row.event.type === row.type && row.event.at === row.at && row.event.dataHash === row.dataHash
      ? []
      : [`event ${row.seq} contradicts its columns`]),
  ])
  const isComplete = ticket.events === log.length && ticket.lastHash === (log.at(-1)?.hash ?? '')
  return isComplete ? faults : [...faults, `the log has ${log.length} events, the ticket counts ${ticket.events}`]
}

/** Events without a signature that are younger than the first key: plain hashes were put in the place of signatures. */
async function unsignedFaults(db: Executor, ticketId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from ticket_event where ticket_id = ${ticketId} and key_id is null
      and id > (select unsigned_to from audit_seal where log = 'ticket_event' and no = 1) order by seq`.execute(db)
  return rows.map(({ seq }) => `event ${seq} is not signed`)
}

function formFaults(ticket: Ticket, moments: readonly Moment[]): readonly string[] {
  // Words on a ticket that its applicant is changing decide upon nothing.
  const wrong = moments.filter(
    ({ row, form }) => row.type !== 'comment' && row.type !== 'cc' && hashOf(form) !== row.dataHash,
  )
  const last = moments.at(-1)
  const isKept =
    hashOf(ticket.formData) === ticket.dataHash &&
    (last === undefined || isToSubmit(ticket.status) || hashOf(last.form) === ticket.dataHash)
  return [
    ...wrong.map(({ row }) => `the form at event ${row.seq} is not what was decided upon`),
    ...(isKept ? [] : ['the form differs from the log']),
  ]
}

const same = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right)

async function rowFaults(
  unit: UnitOfWork,
  ticket: Ticket,
  version: Version,
  snapshot: TicketSnapshot,
): Promise<readonly string[]> {
  const { context } = snapshot
  const tasks = await sql<Record<string, unknown>>`
    select ${sql.raw(namesIn(machineTaskColumns))} from ticket_task where ticket_id = ${ticket.id}`.execute(
    unit.db.withoutPlugins(),
  )
  const machineTasks = tasksOf(context).map((task) => rowOf(machineTaskColumns, task))
  const bySlot = (left: { slot?: unknown }, right: { slot?: unknown }) =>
    String(left.slot) < String(right.slot) ? -1 : 1
  const timers = await sql<{
    key: string
  }>`select visit || '.' || rule as key from ticket_timer where ticket_id = ${ticket.id} order by 1`.execute(unit.db)
  const armed = liveTimers(version.definition, context)
    .map((timer) => `${timer.visit}.${timer.key}`)
    .sort()
  return [
    ...(same([...tasks.rows].sort(bySlot), machineTasks.sort(bySlot))
      ? []
      : ['I5: the tasks are not those of the machine']),
    ...(same(timers.rows.map((row) => row.key).sort(), armed) ? [] : ['I17: the timers are not those of the machine']),
    ...(ticket.status === statusOf(snapshot) &&
    same(ticket.currentKeys, currentStates(snapshot)) &&
    ticket.round === context.round
      ? []
      : ['I4: the status is not that of the machine']),
  ]
}

/** I3: a ticket has an open incident of source `nobody` exactly while one of its visits has no people. */
async function waitingFaults(db: Executor, ticketId: number, { context }: TicketSnapshot): Promise<readonly string[]> {
  const waits = liveVisits(context).some(({ unattendedSince }) => unattendedSince !== undefined)
  const { rows } = await sql`
    select from ticket_incident where ticket_id = ${ticketId} and state = 'open' and source = 'nobody'`.execute(db)
  return waits === rows.length > 0 ? [] : ['I3: the open incident is not that of a ticket that waits for people']
}

/** Whether log, snapshot and rows of a ticket agree (I4, I5, I8, I9, I17), and with it those of the tickets it belongs to (I19): what is wrong, nothing when it is sound. */
export async function replayCheck(engine: Engine, unit: UnitOfWork, ticketId: number): Promise<readonly string[]> {
  const ticket = await findTicket(unit.db, ticketId)
  if (!ticket) return ['there is no such ticket']
  const log = await readLog(unit.db, ticketId)
  const faults = [...chainFaults(engine.auditKeys, ticket, log), ...(await unsignedFaults(unit.db, ticketId))]
  try {
    const version = await engine.versions.byId(unit.db, ticket.versionId)
    if (version.hash !== ticket.versionHash) faults.push('the ticket is pinned to other content')
    const moments = relive(await historyInLog(engine, unit.db, version, log), ticket.applicantId, log)
    const snapshot = moments.at(-1)?.snapshot ?? start(version.machine, { applicant: ticket.applicantId }).snapshot
    if (!same(persist(snapshot), ticket.snapshot)) faults.push('I9: the replay differs from the stored snapshot')
    faults.push(...formFaults(ticket, moments), ...(await rowFaults(unit, ticket, version, snapshot)))
    faults.push(...(await engine.family(unit.db, version.definition, ticket, snapshot.context)))
    faults.push(...(await waitingFaults(unit.db, ticketId, snapshot)))
    faults.push(...violationsAtRest(snapshot).map(({ rule, detail }) => `${rule}: ${detail}`))
    faults.push(...violations(version.definition, snapshot).map(({ rule, detail }) => `${rule}: ${detail}`))
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error))
  }
  return faults
}
