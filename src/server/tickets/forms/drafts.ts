import { sql } from 'kysely'
import { persist, start } from '#machines/ticket/engine/replay.ts'
import type { Access } from '#src/define/access.ts'
import { notFound, permissionDenied, RuleError, versionConflict } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { only } from '#src/server/database/only.ts'
import type { CommandCaller, DecisionResult } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { amountOf } from '../commands/facts.ts'
import { openTicket } from '../commands/open.ts'
import { hashOf } from '../log/canonical.ts'
import { readApplicant } from '../participants/people.ts'
import { findTicket, isToSubmit, lockTicket, type Ticket } from '../ticket.ts'
import { closedType } from '../versions/closed.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'
import { attachFiles } from './attachments.ts'
import { countDraft, removeDraft } from './draftRows.ts'
import { type FormInput, newForm, workForm } from './forms.ts'
import { refuseForm } from './submittedForm.ts'

/** {code}-{yyyyMMdd}-{4}, taken in the transaction of the ticket (0.4). */
async function nextNumber(unit: UnitOfWork, code: string): Promise<string> {
  const day = unit.clock.today()
  const { rows } = await sql<{ last: number }>`
    insert into ticket_number as n (code, day, last) values (${code}, ${day}, 1)
    on conflict (code, day) do update set last = n.last + 1 returning last`.execute(unit.db)
  return `${code}-${day.replaceAll('-', '')}-${String(only(rows).last).padStart(4, '0')}`
}

/** What a ticket that belongs to another one starts with. */
interface Kin {
  readonly parentId?: number
  readonly revokesId?: number
  readonly thresholds?: Ticket['thresholds']
}

/** A new row of table ticket, not yet part of any list. */
export async function insertDraft(
  formInput: FormInput,
  code: string,
  values: FormData,
  { parentId = 0, revokesId = 0, thresholds = {} }: Kin = {},
): Promise<number> {
  const { engine, unit, version, applicant } = formInput
  const now = unit.clock.now()
  const summary = await engine.summaryOf(engine, unit.db, version, values, unit.clock.today())
  const { snapshot } = start(version.machine, { applicant: applicant.id })
  const { rows } = await sql<{ id: number }>`
    insert into ticket (no, type, version_id, version_hash, title, summary, form_data, data_hash, amount, applicant_id, applicant, dept_id,
      status, urgency, snapshot, parent_id, revokes_id, thresholds, created_at, updated_at)
    values (${await nextNumber(unit, code)}, ${version.type}, ${version.id}, ${version.hash}, ${String(values.title)},
      ${JSON.stringify(summary)}::jsonb, ${JSON.stringify(values)}::jsonb,
      ${hashOf(values)}, ${amountOf(version, values)}, ${applicant.id}, ${JSON.stringify(applicant)}::jsonb, ${applicant.deptId},
      'draft', ${String(values.urgency ?? 'normal')}, ${JSON.stringify(persist(snapshot))}::jsonb,
      nullif(${parentId}::bigint, 0), nullif(${revokesId}::bigint, 0), ${JSON.stringify(thresholds)}::jsonb, ${now}, ${now})
    returning id`.execute(unit.db)
  return only(rows).id
}

async function opened(engine: Engine, unit: UnitOfWork, id: number): Promise<DecisionResult> {
  const ticket = await findTicket(unit.db, id)
  if (!ticket) throw notFound()
  return { ticket, ...(await openTicket(engine, unit, ticket)) }
}

/** A new ticket, as a draft (only a sound form so far as it is filled in) or submitted in the same transaction. @throws Refusal 4003 for whom the type is not there (APP-01), RuleError wf.disabled, wf.notOpen. */
export async function createTicket(
  engine: Engine,
  unit: UnitOfWork,
  type: string,
  formData: FormData,
  submit: boolean,
  commandCaller: CommandCaller & { access: Access },
): Promise<DecisionResult> {
  if (!engine.mayStart(commandCaller.access, type)) throw permissionDenied()
  const version = await engine.versions.current(unit.db, type)
  const code = engine.applications.get(type)?.code
  if (!version || code === undefined) throw closedType()
  const applicant = await readApplicant(unit.db, commandCaller.access.userId)
  const formInput: FormInput = { engine, unit, version, applicant, ticketId: null }
  const { values, problems } = await workForm(formInput, await newForm(formInput), formData, {
    access: commandCaller.access,
    permissions: version.start,
    partial: true,
    wasSubmitted: false,
  })
  refuseForm(problems)
  const id = await insertDraft(formInput, code, values)
  await attachFiles(unit, commandCaller.access, id, version.fields, {}, values)
  if (submit)
    return dispatch(engine, unit, id, { type: 'submit', comment: '' }, { ...commandCaller, revision: null }, true)
  await countDraft(unit, applicant.id, 1)
  unit.changed('ticket', id)
  return opened(engine, unit, id)
}

async function lockOwn(unit: UnitOfWork, access: Access, id: number): Promise<Ticket> {
  const ticket = await lockTicket(unit.db, id)
  if (!ticket || ticket.applicantId !== access.userId) throw notFound()
  return ticket
}

/** What the form of a ticket that is with its applicant is checked against: drafts follow the newest version (WF-13). */
async function versionFor(engine: Engine, unit: UnitOfWork, ticket: Ticket): Promise<Version> {
  const current = ticket.status === 'draft' ? await engine.versions.current(unit.db, ticket.type) : null
  return current ?? engine.versions.byId(unit.db, ticket.versionId)
}

/** Saves the form of a draft, returned or withdrawn ticket (97-api PUT). @throws Refusal 4009 when `version` is stale, 4004 for anybody but the applicant. */
export async function saveForm(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  id: number,
  formData: FormData,
  revision: number,
): Promise<DecisionResult> {
  const ticket = await lockOwn(unit, access, id)
  // What asks to revoke a ticket says what that ticket said.
  if (!isToSubmit(ticket.status) || ticket.revokesId !== null) throw new RuleError('wf.stateChanged')
  if (ticket.revision !== revision) throw versionConflict()
  const version = await versionFor(engine, unit, ticket)
  const applicant = await readApplicant(unit.db, access.userId)
  const { values, problems } = await workForm(
    { engine, unit, version, applicant, ticketId: id },
    ticket.formData,
    formData,
    { access, permissions: version.start, partial: true, wasSubmitted: ticket.status !== 'draft' },
  )
  refuseForm(problems)
  await attachFiles(unit, access, id, version.fields, ticket.formData, values)
  const summary = await engine.summaryOf(engine, unit.db, version, values, unit.clock.today())
  await sql`
    update ticket set title = ${String(values.title)}, summary = ${JSON.stringify(summary)}::jsonb, form_data = ${JSON.stringify(values)}::jsonb, data_hash = ${hashOf(values)},
      amount = ${amountOf(version, values)}, urgency = ${String(values.urgency ?? 'normal')}, revision = revision + 1, updated_at = ${unit.clock.now()}
    where id = ${id}`.execute(unit.db)
  unit.changed('ticket', id)
  return opened(engine, unit, id)
}

/** Deletes a draft that was never submitted. */
export async function deleteDraft(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const ticket = await lockOwn(unit, access, id)
  if (ticket.status !== 'draft') throw new RuleError('wf.stateChanged')
  if (ticket.parentId !== null) throw new RuleError('wf.filedFor')
  await removeDraft(unit, ticket)
}
