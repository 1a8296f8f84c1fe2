import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { type Asker, type Decided, dispatch } from '../dispatch.ts'
import { insertDraft } from '../drafts.ts'
import type { Engine } from '../engine.ts'
import { openTicket } from '../open.ts'
import { lockTicket } from '../ticket.ts'
import { isRevocable } from './revocable.ts'

/** Shortest reason, as of everything that undoes a decision (WF-09). */
const REASON = 5

/**
 * 25.4: asks to have a completed ticket revoked. The request is a ticket of the same type on the same version, which goes
 * through its approvals once more; granted, the effects of the first are undone. Answers the new ticket.
 * @throws RuleError wf.revokeNotAllowed, wf.commentRequired, wf.quarantined; Refusal 4004 for anybody but the applicant.
 */
export async function askRevocation(
  engine: Engine,
  base: Base,
  id: number,
  comment: string,
  asker: Asker & { access: Access },
): Promise<Decided> {
  const ticket = await lockTicket(base.db, id)
  if (!ticket || ticket.applicantId !== asker.access.userId) throw notFound()
  if (ticket.isQuarantined) throw new RuleError('wf.quarantined', ticket.no)
  if (asker.revision !== null && asker.revision !== ticket.revision) throw new RuleError('wf.stateChanged')
  const { version } = await openTicket(engine, base, ticket)
  const code = engine.applications.get(ticket.type)?.code
  if (code === undefined || !isRevocable(base, asker.access, ticket, version))
    throw new RuleError('wf.revokeNotAllowed', version.definition.revocableDays ?? 0)
  if (comment.trim().length < REASON) throw new RuleError('wf.commentRequired')
  const { applicant, thresholds } = ticket
  const title = engine.texts.say('zhHans', { key: 'ticket.revocationTitle', params: [ticket.title] })
  const filling = { engine, base, version, applicant, ticketId: null }
  const made = await insertDraft(filling, code, { ...ticket.formData, title }, { revokesId: id, thresholds })
  await sql`update ticket set revocation_id = ${made}, revision = revision + 1, updated_at = ${base.clock.now()}
    where id = ${id}`.execute(base.db)
  base.changed('ticket', id)
  return dispatch(engine, base, made, { type: 'submit', comment }, { ...asker, revision: null }, true)
}
