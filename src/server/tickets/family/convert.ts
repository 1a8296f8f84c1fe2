import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { buttonsFor } from '../buttons.ts'
import { seeTicket } from '../detail.ts'
import { type Asker, type Decided, dispatch } from '../dispatch.ts'
import { countDraft, insertDraft } from '../drafts.ts'
import type { Filling } from '../forms.ts'
import type { Reader } from '../lines.ts'
import { openTicket } from '../open.ts'
import { readApplicant } from '../people.ts'
import { prefill } from '../prefill.ts'
import { lockTicket } from '../ticket.ts'
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
  asker: Asker & { access: Access },
): Promise<Decided> {
  const { engine, base } = reader
  await seeTicket(reader, asker.access, id)
  const ticket = await lockTicket(base.db, id)
  if (!ticket) throw notFound()
  if (asker.revision !== null && asker.revision !== ticket.revision) throw new RuleError('wf.stateChanged')
  if (ticket.conversionId !== null) throw new RuleError('wf.converted')
  if (!buttonsFor(reader, asker.access, ticket, await openTicket(engine, base, ticket)).includes('convert'))
    throw new RuleError('wf.notCandidate')
  const version = await engine.versions.current(base.db, type)
  const code = engine.applications.get(type)?.code
  const isOffered = convertibleTo(reader, ticket).some((one) => one.type === type)
  if (!version || code === undefined || !isOffered) throw new RuleError('wf.disabled')
  const applicant = await readApplicant(base.db, ticket.applicantId)
  const access = applicantAccess(engine, ticket)
  const filling: Filling = { engine, base, version, applicant, ticketId: null }
  const form = await filledForm(filling, access, await prefill(reader, access, filling, id))
  const made = await insertDraft(filling, code, form)
  await countDraft(base, applicant.id, 1)
  const { rows } = await sql<{ no: string; title: string }>`
    update ticket t set conversion_id = n.id from ticket n where t.id = ${id} and n.id = ${made} returning n.no, n.title`.execute(
    base.db,
  )
  const [draft] = rows
  const said = engine.texts.say(asker.language, {
    key: 'ticket.converted',
    params: [draft?.no ?? '', draft?.title ?? ''],
  })
  const words = comment === '' ? said : `${said}\n${comment}`
  base.changed('ticket', made)
  base.notify({
    to: [applicant.id],
    contentType: 'TICKET',
    title: { key: 'notice.ticket.converted', params: [ticket.no, draft?.title ?? ''] },
    link: `/workflow/ticket/${made}`,
  })
  return dispatch(engine, base, id, { type: 'comment', comment: words }, { ...asker, revision: null })
}
