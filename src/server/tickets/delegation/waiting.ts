/** WF-14: a ticket without people to act waits, with an open incident, until the organisation names them. System administrators correct the organisation, and never act on the ticket. */
import { sql } from 'kysely'
import { stopgapOf } from '#machines/ticket/definition/definition.ts'
import { administratorRoles } from '#machines/ticket/definition/separation.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { peopleAgain } from '#machines/ticket/engine/returns.ts'
import { eligible } from '#machines/ticket/engine/staffing.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { write } from '#src/server/work.ts'
import { bySystem, type Command } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { openTicket } from '../commands/open.ts'
import { aboutOf, skipOf } from '../commands/perform.ts'
import { isSignedByRank } from '../commands/signature.ts'
import { attempt } from '../links/attempt.ts'
import { concernedBy } from '../participants/people.ts'
import { findTicket } from '../ticket.ts'
import { type Engine, engineOf } from '../versions/engine.ts'
import { reassignTasks } from './reassign.ts'

/** Tickets looked at in one transaction. */
const PAGE = 100

/** Looks for people for each state in which the ticket waits, and gives it to those it finds. */
async function attend(engine: Engine, unit: UnitOfWork, ticketId: number): Promise<void> {
  const tried = new Set<number>()
  for (;;) {
    const ticket = await findTicket(unit.db, ticketId)
    if (!ticket || ticket.isQuarantined) return
    const { version, snapshot } = await openTicket(engine, unit, ticket)
    const visit = liveVisits(snapshot.context).find(
      ({ id, unattendedSince }) => unattendedSince !== undefined && !tried.has(id),
    )
    const state = version.definition.states.find(({ key }) => key === visit?.state)
    if (visit === undefined || state === undefined) return
    tried.add(visit.id)
    const about = aboutOf(
      { unit, ticket, version, applicant: ticket.applicant, form: ticket.formData, snapshot },
      visit,
    )
    const stopgap = stopgapOf(state)
    const asks = [
      { kind: state.kind, participant: state.participant, ...skipOf(state) },
      ...(stopgap === null ? [] : [{ kind: state.kind, participant: stopgap }]),
    ]
    const found = await engine.participants(unit, about, asks)
    const workflow = indexWorkflow(version.definition)
    const people = found
      .map((candidates) => peopleAgain(snapshot.context, visit, candidates))
      .find((candidates) => eligible(workflow, snapshot.context, state.key, candidates).length > 0)
    if (people === undefined) continue
    const mustSign = isSignedByRank(state, concernedBy(ticket.applicant))
    const command: Command = { type: 'participants', visit: visit.id, people, ...(mustSign && { mustSign }) }
    await attempt(unit, (tentative) => dispatch(engine, tentative, ticketId, command, bySystem))
  }
}

/** Tickets that wait, after the given id, locked in the order of their ids (WF-01). */
async function waiting(unit: UnitOfWork, after: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from ticket t where t.id > ${after} and t.id in (
      select ticket_id from ticket_incident where state = 'open' and source = 'nobody') order by t.id limit ${PAGE} for update of t`.execute(
    unit.db,
  )
  return rows.map(({ id }) => id)
}

/** Gives the first of the tickets that wait to those who can act now, in the transaction that mends the organisation; the others follow within a minute. */
export async function attendFirst(engine: Engine, unit: UnitOfWork): Promise<void> {
  for (const id of await waiting(unit, 0)) await attend(engine, unit, id)
}

/** SYS-131: tasks that administrators were given before they were kept apart go to whom the rules find now. */
async function relieveAdministrators(engine: Engine, unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct k.assignee_id as id from user_role m join role r on r.id = m.role_id join ticket_task k on k.assignee_id = m.user_id
      join ticket t on t.id = k.ticket_id
    where r.key = any(${[...administratorRoles]}::text[]) and k.status in ('waiting', 'open', 'suspended') and t.applicant_id <> k.assignee_id
      and t.status in ('running', 'handling') and t.deleted_at is null order by 1`.execute(unit.db)
  for (const { id } of rows) {
    for (let after: number | null = 0; after !== null; )
      after = await reassignTasks(engine, unit, { leaver: id }, after)
  }
}

/** Every ticket that waits, a page to a transaction. */
export async function attendWaiting(services: Services): Promise<void> {
  const engine = engineOf(services)
  await write(services, (unit) => relieveAdministrators(engine, unit))
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after
    after = await write(services, async (unit) => {
      const ids = await waiting(unit, from)
      for (const id of ids) await attend(engine, unit, id)
      return ids.length < PAGE ? null : (ids.at(-1) ?? null)
    })
  }
}
