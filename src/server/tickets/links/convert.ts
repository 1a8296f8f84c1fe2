import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { CommandCaller, DecisionResult } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { openTicket } from '../commands/open.ts'
import { countDraft } from '../forms/draftRows.ts'
import { insertDraft } from '../forms/drafts.ts'
import type { FormInput } from '../forms/forms.ts'
import { prefill } from '../forms/prefill.ts'
import { readApplicant } from '../participants/people.ts'
import { buttonsFor } from '../queries/buttons.ts'
import { seeTicket } from '../queries/detail.ts'
import type { Reader } from '../queries/lines.ts'
import { saidText } from '../summary/line.ts'
import { findTicket, lockTicket } from '../ticket.ts'
import { closedType } from '../versions/closed.ts'
import { applicantAccess, convertibleTo } from './convertible.ts'
import { filledForm } from './file.ts'

/**
 * OTH-01: whoever handles a ticket of the wrong type turns it into the right one: a draft in its applicant's name, with what
 * the two forms share. The ticket itself goes on, and its log says what became of it.
 * @throws Refusal 4004 out of sight; RuleError wf.stateChanged, wf.converted, wf.notCandidate, wf.disabled when the applicant may not begin the type.
 */
export async function convertTicket(
  reader: Reader,
  id: number,
  { type, comment }: { readonly type: string; readonly comment: string },
  commandCaller: CommandCaller & { access: Access },
): Promise<DecisionResult> {
  const { engine, unit } = reader
  await seeTicket(reader, commandCaller.access, id)
  const ticket = await lockTicket(unit.db, id)
  if (!ticket) throw notFound()
  if (commandCaller.revision !== null && commandCaller.revision !== ticket.revision)
    throw new RuleError('wf.stateChanged')
  if (ticket.conversionId !== null) throw new RuleError('wf.converted')
  if (
    !buttonsFor(reader, commandCaller.access, ticket, await openTicket(engine, unit, ticket)).allowed.includes(
      'convert',
    )
  )
    throw new RuleError('wf.notCandidate')
  const version = await engine.versions.current(unit.db, type)
  const code = engine.applications.get(type)?.code
  const isOffered = convertibleTo(reader, ticket).some((one) => one.type === type)
  if (!version || code === undefined || !isOffered) throw closedType()
  const applicant = await readApplicant(unit.db, ticket.applicantId)
  const access = applicantAccess(engine, ticket)
  const formInput: FormInput = { engine, unit, version, applicant, ticketId: null }
  const form = await filledForm(formInput, access, await prefill(reader, access, formInput, id))
  const made = await insertDraft(formInput, code, form)
  await countDraft(unit, applicant.id, 1)
  await sql`update ticket set conversion_id = ${made} where id = ${id}`.execute(unit.db)
  const draft = await findTicket(unit.db, made)
  const message = engine.texts.say(commandCaller.language, {
    key: 'ticket.converted',
    params: [draft?.no ?? '', draft?.title ?? ''],
  })
  const words = comment === '' ? message : `${message}\n${comment}`
  unit.changed('ticket', made)
  unit.notify({
    to: [applicant.id],
    contentType: 'TICKET',
    title: {
      key: 'notice.ticket.converted',
      params: [ticket.no, draft === null ? '' : saidText(engine, { ...draft, applicant: null })],
    },
    link: `/workflow/ticket/${made}`,
  })
  return dispatch(engine, unit, id, { type: 'comment', comment: words }, { ...commandCaller, revision: null })
}
