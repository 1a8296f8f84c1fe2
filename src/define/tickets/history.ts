/** The past of a ticket in the API: its timeline and its replay (97-api). */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type {
  AutoRule,
  SlotOutcome,
  SlotStatus,
  TicketContext,
  TicketStatus,
} from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import type { PersonRef } from './line.ts'

/** One row of GET /api/workflow/ticket/{id}/timeline/, oldest first. `action` is an entry of ticketAction, or `release`, `removeSign`, `refuse`, `open`, `participants`, `reassign`, `move`, `retrieve`, `straightBack`, `runAgain`. */
export interface TimelineRow {
  readonly seq: number
  readonly action: string
  readonly state: string | null
  readonly name: string | null
  readonly actor: PersonRef | null
  readonly onBehalfOf: PersonRef | null
  /** Whom it concerned: participants found, transfer target, people copied to. */
  readonly people: readonly PersonRef[]
  /** `lapsed`: nobody decided in time, and the ticket was closed (25.8); `comeBack`: the return asked for the ticket to come straight back; `changed`: it cannot, since what lies between depends on what changed (25.3). */
  readonly rule: AutoRule | 'condition' | 'comeBack' | 'changed' | 'lapsed' | null
  readonly comment: string
  /** File of the picture an approval was signed with. */
  readonly signature: number | null
  /** Another ticket it is about: filed, ended, or asking to revoke. */
  readonly about: { readonly id: number; readonly no: string } | null
  readonly changes: readonly {
    readonly field: string
    readonly before: FormData[string]
    readonly after: FormData[string]
  }[]
  readonly at: string
}

/** A place in a visit as it was at the moment that is shown. */
export interface ReplayedTask {
  readonly slot: string
  /** Of the state. */
  readonly name: string
  readonly round: number
  readonly holder: PersonRef
  readonly onBehalfOf: PersonRef | null
  readonly status: SlotStatus
  readonly outcome: SlotOutcome | null
  readonly openedAt: string | null
  readonly at: string | null
}

/** GET /api/workflow/ticket/{id}/replay/?at=n: the state after event n, recomputed from the log. */
export interface ReplayAnswer {
  readonly at: number
  readonly events: number
  readonly status: TicketStatus
  readonly current: readonly { readonly state: string; readonly name: string }[]
  readonly round: number
  readonly formData: FormData
  readonly context: TicketContext
  /** The workflow as it was for the ticket then, where it has been moved to another version since (25.11). */
  readonly definition?: WorkflowDefinition
  /** Newest visit first. */
  readonly tasks: readonly ReplayedTask[]
  /** The log's chain is unbroken and its replay gives the stored ticket (I9). */
  readonly isSound: boolean
}
