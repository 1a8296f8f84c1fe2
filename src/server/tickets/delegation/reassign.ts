import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { stopgapOf } from '#machines/ticket/definition/definition.ts'
import { isHeldBy, isUndone, liveVisits } from '#machines/ticket/engine/visits.ts'
import type { PersonId, Visit } from '#machines/ticket/engine/vocabulary.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { bySystem, type Command } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { type OpenedTicket, openTicket } from '../commands/open.ts'
import { aboutOf, skipOf } from '../commands/perform.ts'
import { attempt } from '../links/attempt.ts'
import { findTicket, type Ticket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'

/** What changed: a department's leader or its place in the tree (SYS-33, SYS-34), or a person who can no longer act (INV-15). */
export type Upheaval = { readonly department: number } | { readonly leaver: PersonId }

/** Tickets looked at in one transaction. */
const PAGE = 100

/** Participants that are looked for up the tree. */
const byLeader = ['deptLeader', 'parentDeptLeader', 'divisionLeader']
const undone = sql.raw(`('waiting', 'open', 'suspended')`)

const below = (department: number, column: 'id' | 'key'): RawBuilder<unknown> => sql`
  (with recursive below as (select id, key from department where id = ${department}
    union select d.id, d.key from department d join below on d.parent = below.id where d.deleted_at is null)
  select ${sql.ref(column)} from below)`

/** Tickets (alias `t`) whose present people may have been found by way of the department, applicants' own leaders in their place included (WF-04). */
const ledThrough = (department: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (exists (select from workflow_version v, json_array_elements(v.definition -> 'states') s
    where v.id = t.version_id and s ->> 'key' = any(t.current_keys) and (s -> 'participant' ->> 'type' = any(${byLeader}::text[]) or s -> 'emptyPolicy' ->> 'type' = 'leader')
      and case when s -> 'participant' ->> 'dept' is null then t.dept_id in ${below(department, 'id')}
        else s -> 'participant' ->> 'dept' in ${below(department, 'key')} end)
  or exists (select from ticket_task k where k.ticket_id = t.id and k.rule = 'self' and k.status in ${undone}))`

const heldBy = (person: PersonId): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from ticket_task k where k.ticket_id = t.id and k.status in ${undone} and (k.assignee_id = ${person} or k.on_behalf_of = ${person}))`

const isLive = sql.raw(`t.status in ('running', 'handling') and t.deleted_at is null`)

/** The next page of tickets the change may concern, locked in the order of their ids before any effect runs (WF-01). */
async function concerned(unit: UnitOfWork, upheaval: Upheaval, after: number): Promise<readonly number[]> {
  const may = 'leaver' in upheaval ? heldBy(upheaval.leaver) : ledThrough(upheaval.department)
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where ${isLive} and t.id > ${after} and ${may} order by t.id limit ${PAGE} for update`.execute(
    unit.db,
  )
  return rows.map((row) => row.id)
}

/** Who gave a place away keeps it so (WF-10), unless the one it went to leaves. */
function giversIn(visit: Visit, leaver: PersonId): readonly PersonId[] {
  const isBack = visit.slots.some((slot) => isUndone(slot) && slot.relation === 'transfer' && isHeldBy(slot, leaver))
  return isBack ? [] : visit.slots.filter((slot) => slot.outcome === 'transferred').map((slot) => slot.holder)
}

/** The people a live visit would have now; null when it is to keep those it has. */
async function peopleAnew(
  engine: Engine,
  unit: UnitOfWork,
  ticket: Ticket,
  { version, snapshot }: OpenedTicket,
  visit: Visit,
  leaver: PersonId | null,
): Promise<Command | null> {
  const state = version.definition.states.find((one) => one.key === visit.state)
  if (!state) return null
  const standing = visit.slots.filter(isUndone)
  // People chosen by a holder stay when the leader of the department changes.
  if (leaver === null && standing.some((slot) => slot.relation === 'transfer' || slot.addedBy !== undefined))
    return null
  const { kind, participant } = state
  const stopgap = stopgapOf(state)
  const byRole = stopgap === null ? [] : [{ kind, participant: stopgap }]
  const about = aboutOf({ unit, ticket, version, applicant: ticket.applicant, form: ticket.formData, snapshot }, visit)
  const [found = [], stopgaps = []] = await engine.participants(unit, about, [
    { kind, participant, ...skipOf(state) },
    ...byRole,
  ])
  const isWithRole = standing.every(
    (slot) => slot.relation === 'escalate' || stopgaps.some((one) => one.person === slot.holder),
  )
  if (found.length === 0 && isWithRole) return null

  const givers = leaver === null ? [] : giversIn(visit, leaver)
  const people = found.filter((one) => !givers.includes(one.person))
  const command = { type: 'reassign' as const, visit: visit.id, people, ...(leaver !== null && { leaver }) }
  const isTaken = snapshot.can({ ...command, at: unit.clock.now().toISOString(), facts: {}, dataHash: ticket.dataHash })
  return isTaken ? command : null
}

/** One visit after another: each finds the ticket as the one before it has left it. */
async function reassign(engine: Engine, unit: UnitOfWork, ticketId: number, upheaval: Upheaval): Promise<void> {
  const leaver = 'leaver' in upheaval ? upheaval.leaver : null
  const looked = new Set<number>()
  for (;;) {
    const ticket = await findTicket(unit.db, ticketId)
    if (!ticket) return
    const opened = await openTicket(engine, unit, ticket)
    const visit = liveVisits(opened.snapshot.context).find(({ id }) => !looked.has(id))
    if (!visit) return
    looked.add(visit.id)
    const command = await peopleAnew(engine, unit, ticket, opened, visit, leaver)
    if (command) await dispatch(engine, unit, ticketId, command, bySystem)
  }
}

/**
 * WF-14: gives live visits to the people their rules find now, where these are others than before. Looks at one page of
 * tickets after the given id; answers the last of them when there may be more, else null. Must run inside the changing
 * transaction, after the change, or after its commit.
 */
export async function reassignTasks(
  engine: Engine,
  unit: UnitOfWork,
  upheaval: Upheaval,
  after: number,
): Promise<number | null> {
  const ids = await concerned(unit, upheaval, after)
  // A ticket that a rule keeps where it is must not keep the organisation from changing.
  for (const id of ids) await attempt(unit, (tentative) => reassign(engine, tentative, id, upheaval))
  return ids.length < PAGE ? null : (ids.at(-1) ?? null)
}

/** Live tickets in which this person still has something to do. */
export async function ticketsWaitingFor(unit: UnitOfWork, person: PersonId): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select t.id from ticket t where ${isLive} and ${heldBy(person)} order by t.id`.execute(unit.db)
  return rows.map((row) => row.id)
}
