/** Context and events of an open ticket. */

/** What the machine must know of a ticket; the page's own answer says more. */
export interface OpenTicket {
  readonly id: number
  /** Rises with every event of the ticket. */
  readonly version: number
  /** Quarantined until an administrator repairs it (25.11). */
  readonly isQuarantined: boolean
}

/** A decision of the person as it is sent. */
export interface Decision {
  /** Number of the ticket, for messages about the decision. */
  readonly no: string
  /** What was decided, by the name of its button. */
  readonly action: string
  /** Last part of the address it is sent to. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What was filled in, for the panel that is opened again. */
  readonly values: Readonly<Record<string, unknown>>
  /** Idempotency key, the same for every attempt. */
  readonly key: string
}

/** What the `send` actor is started with. */
export interface SendInput<D extends Decision> {
  readonly ticket: number
  readonly decision: D
}

/** What the machine knows. */
export interface TicketPageContext<T extends OpenTicket, D extends Decision> {
  readonly id: number
  /** The ticket as it is drawn; null while nothing has arrived. */
  readonly shown: T | null
  /** The newest answer, which is drawn unless a dialog was in use when it came. */
  readonly newest: T | null
  /** Why the last question had no answer; null after an answer. */
  readonly error: Error | null
  /** What the person has decided and the server has not accepted yet; in `undone` and `writing` what was taken back. */
  readonly decision: D | null
  /** Why the decision was not accepted. */
  readonly refusal: Error | null
}

/** The ticket, and what a page may have already: an answer kept from before. */
export interface TicketPageInput<T extends OpenTicket> {
  readonly id: number
  readonly ticket: T | null
}

/** Everything that may be said to it. */
export type TicketPageEvent<T extends OpenTicket, D extends Decision> =
  /** The server's answer; one that is older than what is known changes nothing. */
  | { readonly type: 'ANSWERED'; readonly ticket: T }
  /** The server answers that there is no such ticket, or none for this person. */
  | { readonly type: 'HIDDEN'; readonly error: Error }
  /** No answer: the network or the server failed. */
  | { readonly type: 'FAILED'; readonly error: Error }
  /** A dialog was opened or closed in front of the ticket. */
  | { readonly type: 'DIALOG_OPENED' }
  | { readonly type: 'DIALOG_CLOSED' }
  /** The server has accepted what the person did with the open dialog: the change is the person's own. */
  | { readonly type: 'ACCEPTED' }
  /** The person asks for the newest version. */
  | { readonly type: 'TAKE_NEWEST' }
  /** The panel of an action of this ticket was opened or closed. */
  | { readonly type: 'PANEL_OPENED' }
  | { readonly type: 'PANEL_CLOSED' }
  /** The person has decided; the decision can be undone for a while. */
  | { readonly type: 'DECIDED'; readonly decision: D }
  /** The person takes the decision back. */
  | { readonly type: 'UNDO' }
  /** The time to undo is over: the page is left, or the next decision was made. After a lost answer: once more. */
  | { readonly type: 'SEND_NOW' }
  /** The person has read why the decision was refused. */
  | { readonly type: 'DISMISSED' }
