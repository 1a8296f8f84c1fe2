/** A ticket as every list and detail of the API shows it (97-api). Names of states and problems come in the language of the request; times are `yyyy-MM-dd HH:mm:ss`. */
import type { StateKind } from '#machines/ticket/definition/definition.ts'
import type { PersonEventType, SlotOutcome, TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'

export interface PersonRef {
  readonly id: number
  readonly name: string
}

/** Buttons of a person: what may be asked of the machine, and what applicants do with a ticket that is with them or has ended, and handlers with one of the wrong type. */
export type TicketButton = PersonEventType | 'edit' | 'delete' | 'revoke' | 'convert'

/** An action as it stands in an address: `addSign` is `add_sign` there (97-api). */
export const pathOf = (action: string): string => action.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A state in which the ticket now stands. `handlers` act now; `onBehalfOf` names who is represented (WF-11). */
export interface CurrentState {
  readonly state: string
  readonly name: string
  readonly kind: StateKind
  readonly handlers: readonly (PersonRef & { readonly onBehalfOf: PersonRef | null; readonly isClaimed: boolean })[]
}

/** A ticket as every list shows it. */
export interface TicketLine {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly group: string
  readonly title: string
  /** Somebody wrote the title; the automatic one says what type, applicant and day say as well. */
  readonly hasOwnTitle: boolean
  /** What is applied for in one line, without the amount (20.6); null where the form says nothing yet. */
  readonly summary: string | null
  readonly status: TicketStatus
  readonly urgency: string
  readonly applicant: PersonRef
  readonly dept: PersonRef
  /** Decimal string, CNY. */
  readonly amount: string | null
  readonly current: readonly CurrentState[]
  readonly submittedAt: string | null
  readonly updatedAt: string
  /** Red when past. */
  readonly dueAt: string | null
  readonly isOverdue: boolean
  /** Name of the state in which nobody decided in time, so that its clock closed the ticket; null elsewhere (25.8). */
  readonly lapsedIn: string | null
  /** Full hours in the present state, with the applicant too; null while nobody has to act. */
  readonly stayHours: number | null
  readonly round: number
  /** Sent back with every action; a stale one is `wf.stateChanged`. */
  readonly version: number
}
/** A row of a list by label. */
export interface TicketRow extends TicketLine {
  /** Values of the type's key columns, when the list is of one type (Mine of APP-SHELL); with `<field>Label` for ids. */
  readonly formData: FormData | null
  /** pendingApproval and todo: my task may be claimed first, or decided in a batch (WF-17). */
  readonly isClaimable: boolean
  readonly isBatchable: boolean
  /** todo, done: here as a copy (badge 抄送), not as a task. */
  readonly isCopy: boolean
  /** approved, done: my latest decision. */
  readonly decision: {
    readonly outcome: SlotOutcome
    readonly state: string
    readonly name: string
    readonly comment: string
    readonly at: string
  } | null
}
