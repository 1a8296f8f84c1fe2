/** Which actions of a ticket are buttons, which stand under "more", and which one is the one to press. */
import type { TicketButton } from '#src/define/tickets/line.ts'

/** Main buttons in their order; what is not here stands under "more". */
export const mainActions: readonly TicketButton[] = [
  'claim',
  'approve',
  'handle',
  'submit',
  'edit',
  'return',
  'reject',
  'refuse',
  'withdraw',
  'retrieve',
  'urge',
  'revoke',
]
const moreActions: readonly TicketButton[] = [
  'transfer',
  'delegate',
  'addSign',
  'removeSign',
  'release',
  'convert',
  'cc',
  'void',
  'delete',
]
/** Everything a row's menu may offer, in its order. */
export const rowActions: readonly TicketButton[] = [...mainActions, ...moreActions]

/** What moves a ticket on. Whoever may submit it finds "Submit" filled and "Edit" beside it, whether it is a draft, was returned, was withdrawn or closed by time: one place for one action. */
const leading: readonly TicketButton[] = ['claim', 'approve', 'handle', 'submit']

/** Buttons of a ticket: `leads` are filled with colour, the others are outlined. */
export interface Arrangement {
  readonly main: readonly { readonly action: TicketButton; readonly leads: boolean }[]
  readonly more: readonly TicketButton[]
}

/** The actions allowed, arranged. Editing leads where it is all one may do about the ticket. */
export function arrangeActions(allowed: readonly TicketButton[]): Arrangement {
  const main = mainActions.filter((action) => allowed.includes(action))
  const leads = main.filter((action) => leading.includes(action))
  return {
    main: main.map((action) => ({
      action,
      leads: leads.includes(action) || (leads.length === 0 && action === 'edit'),
    })),
    more: moreActions.filter((action) => allowed.includes(action)),
  }
}
