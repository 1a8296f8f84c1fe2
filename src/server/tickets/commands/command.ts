import type { Resume } from '#machines/ticket/definition/definition.ts'
import type {
  Candidate,
  ChildOutcome,
  PersonEventType,
  PersonId,
  SignMethod,
  SignPlace,
} from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import type { Language } from '#src/define/messages.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Origin } from '../log/log.ts'
import type { Ticket } from '../ticket.ts'
import type { OpenedTicket } from './open.ts'

/** What a person, a timer or the organisation wants of a ticket. `visit`: in which of several live ones. */
export type Command = PersonCommand | SystemCommand

/** What a person wants of a ticket. */
export type PersonCommand = { readonly visit?: number } & PersonAction
type PersonAction =
  | {
      readonly type: Exclude<
        PersonEventType,
        'return' | 'transfer' | 'delegate' | 'addSign' | 'removeSign' | 'cc' | 'comment'
      >
      readonly comment: string
      /** Writable fields, for submit, approve and handle. */
      readonly formData?: FormData
      /** Proof of a signature, for approvals that need one. */
      readonly signature?: string
    }
  | { readonly type: 'return'; readonly comment: string; readonly target: string; readonly resume?: Resume }
  | { readonly type: 'transfer' | 'delegate'; readonly comment: string; readonly to: PersonId }
  | { readonly type: 'cc' | 'removeSign'; readonly comment: string; readonly people: readonly PersonId[] }
  | { readonly type: 'comment'; readonly comment: string; readonly people?: readonly PersonId[] }
  | {
      readonly type: 'addSign'
      readonly comment: string
      readonly people: readonly PersonId[]
      readonly where: SignPlace
      readonly method: SignMethod
    }
type SystemCommand =
  | { readonly type: 'timeout'; readonly visit: number; readonly rule: string }
  | { readonly type: 'open'; readonly visit: number }
  | {
      readonly type: 'reassign'
      readonly visit: number
      readonly people: readonly Candidate[]
      readonly leaver?: PersonId
    }
  | {
      readonly type: 'substitute'
      readonly visit: number
      readonly person: PersonId
      readonly substitute: PersonId | null
    }
  /** People are found for a visit that waited for them (WF-14). */
  | {
      readonly type: 'participants'
      readonly visit: number
      readonly people: readonly Candidate[]
      readonly mustSign?: true
    }
  | { readonly type: 'child'; readonly visit: number; readonly ticket: number; readonly said: ChildOutcome }
  | { readonly type: 'abandon'; readonly visit?: never }
  | { readonly type: 'revoked'; readonly by: number; readonly visit?: never }

/** Who gives a command, from where, and what they had seen. */
export interface CommandCaller {
  /** null for timers, and where the organisation changed. */
  readonly access: Access | null
  readonly language: Language
  readonly origin: Origin
  /** Revision of the ticket on the caller's screen; a stale one is `wf.stateChanged` (WF-02). */
  readonly revision: number | null
}

/** The caller of timers and of changes of the organisation. */
export const bySystem: CommandCaller = {
  access: null,
  language: 'zhHans',
  origin: { ip: null, requestId: null },
  revision: null,
}

/** The ticket after the decision, with what its buttons are computed from. */
export interface DecisionResult extends OpenedTicket {
  readonly ticket: Ticket
}
