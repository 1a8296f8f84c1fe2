import type { Access } from '#src/define/access.ts'
import { formContext } from '../forms/forms.ts'
import { barrier } from './buttons.ts'
import { seeTicket } from './detail.ts'
import type { Reader } from './lines.ts'

/** 20.7 void: what would be undone, in words, before anybody confirms. */
export async function reversalOf(
  reader: Reader,
  access: Access,
  id: number,
): Promise<{ readonly lines: readonly string[] }> {
  const { engine, unit, language } = reader
  const { ticket, version, snapshot } = await seeTicket(reader, access, id)
  const refused = barrier(unit, access, 'void', ticket, { version, snapshot })
  if (refused) throw refused
  const formInput = { engine, unit, version, applicant: ticket.applicant, ticketId: id }
  const plan = engine.applications.get(version.type)?.effects.onVoidApproved ?? []
  const refusals = await engine.servers.get(version.type)?.reversal?.(ticket.formData, formContext(formInput))
  const problems = refusals ?? [{ key: plan.length === 0 ? 'ticket.reversal.nothing' : 'ticket.reversal.records' }]
  return { lines: problems.map((problem) => engine.texts.say(language, problem)) }
}
