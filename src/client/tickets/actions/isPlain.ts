import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'

const plain: readonly TicketButton[] = ['approve', 'return', 'reject']

/** Whether a decision asks for no more than a comment: no field to fill in and no signature. */
export function isPlain(
  { mustSign, fieldPermissions }: Pick<SeenTicket, 'mustSign' | 'fieldPermissions'>,
  action: TicketButton,
): boolean {
  if (!plain.includes(action)) return false
  if (action !== 'approve') return true
  return !mustSign && !Object.values(fieldPermissions).some((given) => given === 'write' || given === 'required')
}
