import { sql } from 'kysely'
import { MIN_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import type { Access } from '#src/define/access.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { CommandCaller, DecisionResult } from '../commands/command.ts'
import { dispatch } from '../commands/dispatch.ts'
import { openTicket } from '../commands/open.ts'
import { insertDraft } from '../forms/drafts.ts'
import { lockTicket } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import { isRevocable } from './revocable.ts'

/** Shortest reason, as of everything that undoes a decision (WF-09). */

/**
 * 25.4: asks to have a completed ticket revoked. The request is a ticket of the same type on the same version, which goes
 * through its approvals once more; granted, the effects of the first are undone. Answers the new ticket.
 * @throws RuleError wf.revokeNotAllowed, wf.commentRequired, wf.quarantined; Refusal 4004 for anybody but the applicant.
 */
export async function askRevocation(
  engine: Engine,
  unit: UnitOfWork,
  id: number,
  comment: string,
  commandCaller: CommandCaller & { access: Access },
): Promise<DecisionResult> {
  const ticket = await lockTicket(unit.db, id)
  if (!ticket || ticket.applicantId !== commandCaller.access.userId) throw notFound()
  if (ticket.isQuarantined) throw new RuleError('wf.quarantined', ticket.no)
  if (commandCaller.revision !== null && commandCaller.revision !== ticket.revision)
    throw new RuleError('wf.stateChanged')
  const { version } = await openTicket(engine, unit, ticket)
  const code = engine.applications.get(ticket.type)?.code
  if (code === undefined || !isRevocable(unit, commandCaller.access, ticket, version))
    throw new RuleError('wf.revokeNotAllowed', version.definition.revocableDays ?? 0)
  if (visibleLength(comment) < MIN_REASON_LENGTH)
    throw new RuleError('wf.commentRequired', MIN_REASON_LENGTH).at('comment')
  const { applicant, thresholds } = ticket
  const title = engine.texts.say('zhHans', { key: 'ticket.revocationTitle', params: [ticket.title] })
  const formInput = { engine, unit, version, applicant, ticketId: null }
  const made = await insertDraft(formInput, code, { ...ticket.formData, title }, { revokesId: id, thresholds })
  await sql`update ticket set revocation_id = ${made}, revision = revision + 1, updated_at = ${unit.clock.now()}
    where id = ${id}`.execute(unit.db)
  unit.changed('ticket', id)
  return dispatch(engine, unit, made, { type: 'submit', comment }, { ...commandCaller, revision: null }, true)
}
