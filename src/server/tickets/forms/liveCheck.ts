import type { Access } from '#src/define/access.ts'
import type { FailedCheck } from '#src/define/tickets/lists.ts'
import { openTicket } from '../commands/open.ts'
import type { Reader } from '../queries/lines.ts'
import { isVisible } from '../queries/visibility.ts'
import { findTicket, type Ticket } from '../ticket.ts'
import { type FormInput, formContext } from './forms.ts'

/** Labels of the live figures that would not bear an approval now, e.g. a budget that was drained since (20.8). Only what still awaits its approval can fail. */
export async function failuresOf(
  { engine, unit }: Pick<Reader, 'engine' | 'unit'>,
  ticket: Ticket,
): Promise<readonly string[]> {
  if (ticket.status !== 'running' || ticket.revokesId !== null) return []
  const { version } = await openTicket(engine, unit, ticket)
  const formInput: FormInput = { engine, unit, version, applicant: ticket.applicant, ticketId: ticket.id }
  const panel = await engine.servers.get(version.type)?.panel?.(ticket.formData, formContext(formInput))
  return (panel ?? []).filter((figure) => figure.tone === 'bad').map((figure) => figure.label)
}

/** Those of the tickets whose live check fails; what the asker may not see is passed over. */
export async function failedChecks(
  reader: Reader,
  access: Access,
  ids: readonly number[],
): Promise<readonly FailedCheck[]> {
  const failed: FailedCheck[] = []
  for (const id of ids) {
    const ticket = await findTicket(reader.unit.db, id)
    if (ticket?.status !== 'running') continue
    const { snapshot } = await openTicket(reader.engine, reader.unit, ticket)
    if (!(await isVisible(reader.unit.db, access, id, snapshot.context))) continue
    const labels = await failuresOf(reader, ticket)
    if (labels.length > 0) failed.push({ id, labels })
  }
  return failed
}
