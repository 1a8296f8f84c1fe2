/** Context, events and actions of every ticket machine: the words the server, the browser and the tests share. */
import type { Facts, Mode, Participant, Resume, StateKind, SubTicket } from '../definition/definition.ts'

export type PersonId = number

/** The eight statuses of 20.2; a function of the machine state (I4). */
export type TicketStatus =
  | 'draft'
  | 'running'
  | 'returned'
  | 'withdrawn'
  | 'handling'
  | 'completed'
  | 'rejected'
  | 'voided'

export type SlotStatus = 'waiting' | 'open' | 'suspended' | 'done' | 'cancelled'
export type SlotOutcome = 'approve' | 'reject' | 'return' | 'handled' | 'transferred' | 'auto-approve' | 'auto-reject'

/** Which automatic rule acted instead of a person (25.7, I21); `self`: a leader stands in for the applicant; `own`: the applicant was the only participant; `carried`: the approval given before a return still stands (25.3); `moved`: branches were opened by a move by hand (25.11). */
export type AutoRule = 'empty' | 'self' | 'own' | 'repeat' | 'timeout' | 'addSign' | 'carried' | 'moved'

/** Where added people stand to the place they are added to: before its holder's vote, after it, or beside it with votes of their own (25.5). */
export type SignPlace = 'before' | 'after' | 'parallel'
/** How a group of added people comes to its verdict (25.5). */
export type SignMethod = 'any' | 'all' | 'sequential'

/** Others are asked before a place is decided: advice (delegate), or added signatures (25.5). */
export interface Help {
  readonly where: 'advice' | Exclude<SignPlace, 'parallel'>
  readonly method: SignMethod
  /** Places of the visit numbered above this belong to it. */
  readonly since: number
}

/** One vote place in a visit (25.0) and the work of the person who holds it. A transfer closes the slot's task and opens a new one in its place. */
export interface Slot {
  /** `<visit>.<n>`, unique in the ticket. */
  readonly id: string
  readonly holder: PersonId
  /** The person on whose behalf the holder acts (WF-11); either may act. */
  readonly onBehalfOf: PersonId | null
  readonly relation: 'normal' | 'transfer' | 'escalate' | 'delegate' | 'addSign'
  readonly status: SlotStatus
  readonly outcome: SlotOutcome | null
  /** Why an open slot was cancelled: the event that ended the visit. */
  readonly cancelledBy: string | null
  readonly rule: AutoRule | null
  /** The place whose approval is carried over to this one (25.3). */
  readonly earlier?: string
  /** Which groups of the participant listed this person; absent where they stand for all of them. */
  readonly sources?: readonly number[]
  /** Who called this person in (25.5); absent for everybody else. */
  readonly addedBy?: PersonId
  /** The place whose holder this person advises or signs for: what is decided here is no vote of its own. */
  readonly serves?: string
  /** While it stands, the vote of this place waits for others. */
  readonly help?: Help
  /** The approval the holder gave before the people added after them; it counts when they have signed. */
  readonly held?: { readonly by: PersonId; readonly dataHash: string }
  /** How often this place has changed hands; at most 5 (WF-10). */
  readonly transfers: number
  /** When the slot opened; null while it waits. */
  readonly openedAt: string | null
  /** Who closed it: the holder or the person represented; null while it is open, and when a rule did (I21). */
  readonly by: PersonId | null
  /** Hash of the form data as decided upon (I8), for the repeat rule. */
  readonly dataHash: string | null
  /** When the slot was closed. */
  readonly at: string | null
}

/** `cancelled`: what happened in another branch closed this one (25.3); `moved`: the ticket was brought to another version by hand (25.11). */
export type VisitOutcome =
  | 'passed'
  | 'rejected'
  | 'returned'
  | 'retrieved'
  | 'withdrawn'
  | 'voided'
  | 'skipped'
  | 'cancelled'
  | 'moved'

/** A branch that was opened, by its number among the transitions of the branching state (1, 2, ...), and when it reached the join. */
export interface Branch {
  readonly number: number
  readonly arrivedAt: string | null
}

/** How a filed ticket ended (I19). */
export type ChildOutcome = 'completed' | 'rejected' | 'voided'

/** One entry into a state (25.0), with its frozen people and mode. All visits of the ticket stay in the context: path, repeat rule and return targets are read from them. */
export interface Visit {
  /** 1, 2, 3 ... within the ticket; only grows (I15). */
  readonly id: number
  readonly state: string
  readonly kind: StateKind
  readonly round: number
  readonly mode: Mode
  readonly slots: readonly Slot[]
  readonly claimedBy: PersonId | null
  /** null while live. */
  readonly outcome: VisitOutcome | null
  /** `empty`: without people, passed by the policy; a skipped visit without a rule had a false enterWhen; a withdrawn one with `timeout` was closed by its clock. */
  readonly rule: AutoRule | null
  /** Keys of the timer rules that have fired, and `open`: firing twice is refused (25.8). */
  readonly fired: readonly string[]
  /** Approvals here are signed, and an earlier approval passes no person over (WF-05); absent where they are not. */
  readonly mustSign?: true
  /** Reached by a return, or taken back: automatic rules are off (25.3). */
  readonly viaReturn: boolean
  /** It was returned, or closed by its clock, to be brought straight back here; the facts are those the states in between depend on, as they were. With a hash nothing at all of the form may have changed. */
  readonly comeBack?: { readonly target: string; readonly facts: Facts; readonly dataHash?: string }
  /** Here the ticket was brought in by hand from this version of its workflow: what lies before was lived under that one, and is no part of the route (25.11). */
  readonly moved?: { readonly from: number }
  /** When this visit is finished the ticket goes straight back to the visit of this number. */
  readonly backTo?: number
  /** It continues the visit of this number, to which the ticket came straight back. */
  readonly resumes?: number
  readonly openedAt: string
  /** Since when the visit waits for people, with an open incident and without clocks (WF-14). Absent otherwise. */
  readonly unattendedSince?: string
  readonly closedAt: string | null
  /** Hash of the form data when the visit was passed, for the repeat rule. */
  readonly dataHash: string | null
  /** The branches in which the visit lies, outermost first, each `<visit that opened it>.<number>`; absent outside of branches. */
  readonly regions?: readonly string[]
  /** The branches this visit opened, exactly those taken (I14); absent where it opened none. */
  readonly branches?: readonly Branch[]
  /** When its clocks stood, where it has any that pause; `to` is null while they do (25.8). */
  readonly pauses?: readonly { readonly from: string; readonly to: string | null }[]
  /** The ticket filed here, and how it ended; null while the visit waits for it, or when it does not. */
  readonly child?: { readonly ticket: number; readonly outcome: ChildOutcome | null }
}

export interface TicketContext {
  readonly applicant: PersonId
  readonly round: number
  readonly visits: readonly Visit[]
  /** It asks to revoke another ticket (25.4): only approvals are gone through. */
  readonly isRevocation?: true
  /** The ticket whose approval revoked this one; its own outcome stays (25.4). */
  readonly revokedBy?: number
}

/** Where a ticket is in its chart: a state, or the states within each that is entered. */
export type TicketStateValue = string | { readonly [state: string]: TicketStateValue }

export interface TicketInput {
  readonly applicant: PersonId
}

/** What every event brings from outside: the machine has no clock, no database, no random. */
interface Given {
  /** ISO time of the server clock. */
  readonly at: string
  readonly facts: Facts
  /** Hash of the form data as it stands with this event (I8). */
  readonly dataHash: string
}
interface ByPerson extends Given {
  readonly actor: PersonId
  readonly comment: string
  /** The visit that is meant; required where the actor takes part in several live ones. */
  readonly visit?: number
}

/** A person resolved for a visit, substitutes already applied, merged without duplicates (25.7 step 1, I7). */
export interface Candidate {
  readonly person: PersonId
  readonly onBehalfOf: PersonId | null
  /** The applicant was replaced by this leader (WF-04). */
  readonly rule: 'self' | null
  /** Which groups of the participant list this person (25.1); absent where it has only one. */
  readonly sources?: readonly number[]
}

/** The picture of a signature: its file, and the hash of its content, so that the log knows which it was. */
export interface Signature {
  readonly fileId: number
  readonly hash: string
}

export type TicketEvent =
  /** `revokes`: it asks to revoke another ticket. */
  | (ByPerson & { readonly type: 'submit'; readonly revokes?: true })
  | (ByPerson & { readonly type: 'approve'; readonly signature?: Signature })
  | (ByPerson & { readonly type: 'reject' })
  /** `target` is `start` or the key of a state on the taken path; without `resume` what the workflow does by itself. */
  | (ByPerson & { readonly type: 'return'; readonly target: string; readonly resume?: Resume })
  | (ByPerson & { readonly type: 'withdraw' })
  /** The last handler takes the ticket back from the state after (25.4). */
  | (ByPerson & { readonly type: 'retrieve' })
  | (ByPerson & { readonly type: 'transfer'; readonly to: PersonId })
  /** The holder asks for advice and decides afterwards (25.5). */
  | (ByPerson & { readonly type: 'delegate'; readonly to: PersonId })
  | (ByPerson & {
      readonly type: 'addSign'
      readonly people: readonly PersonId[]
      readonly where: SignPlace
      readonly method: SignMethod
    })
  | (ByPerson & { readonly type: 'removeSign'; readonly people: readonly PersonId[] })
  | (ByPerson & { readonly type: 'claim' })
  | (ByPerson & { readonly type: 'release' })
  | (ByPerson & { readonly type: 'handle' })
  /** A handler sends an approved ticket back to the applicant (20.2 handlerRefuse). */
  | (ByPerson & { readonly type: 'refuse' })
  | (ByPerson & { readonly type: 'void' })
  | (ByPerson & { readonly type: 'urge' })
  /** `people`: ids of the people it mentions, however its text names them (20.7). */
  | (ByPerson & { readonly type: 'comment'; readonly people?: readonly PersonId[] })
  | (ByPerson & { readonly type: 'cc'; readonly people: readonly PersonId[] })
  /** An administrator brings the ticket into a state of another version, and into those `beside` it in other branches; `from` is the version it leaves (25.11). No chart knows it: it lies between two of them. */
  | (ByPerson & {
      readonly type: 'move'
      readonly from: number
      readonly target: string
      readonly beside?: readonly string[]
    })
  /** The server's answer to the action `resolveParticipants`. */
  | (Given & {
      readonly type: 'participants'
      readonly visit: number
      readonly people: readonly Candidate[]
      /** A rule outside the definition wants signatures here (WF-04). */
      readonly mustSign?: true
    })
  /** A timer of a visit is due; a no-op refusal once the visit is closed. `people` only for escalate. */
  | (Given & {
      readonly type: 'timeout'
      readonly visit: number
      readonly rule: string
      readonly people: readonly Candidate[]
    })
  /** The day of `opensAtField` has come. */
  | (Given & { readonly type: 'open'; readonly visit: number })
  /** The server's answer to the action `fileChild`; later, once, how that ticket ended (I19). */
  | (Given & {
      readonly type: 'child'
      readonly visit: number
      readonly ticket: number
      readonly said: 'filed' | ChildOutcome
    })
  /** The ticket for which this one was filed has been taken back or undone. */
  | (Given & { readonly type: 'abandon'; readonly visit?: undefined })
  /** The ticket that asked to revoke this one has been approved. */
  | (Given & { readonly type: 'revoked'; readonly by: number; readonly visit?: undefined })
  /**
   * WF-14: the people of a visit were found anew. With `leaver` only the places of this person, who can no longer act,
   * are given up: then also those of a visit that is claimed or partly decided (INV-15).
   */
  | (Given & {
      readonly type: 'reassign'
      readonly visit: number
      readonly people: readonly Candidate[]
      readonly leaver?: PersonId
    })
  /** 25.8: the untouched place of a person goes to a substitute, or back to the person when the substitution has ended. */
  | (Given & {
      readonly type: 'substitute'
      readonly visit: number
      readonly person: PersonId
      readonly substitute: PersonId | null
    })

export type TicketEventType = TicketEvent['type']
/** What a person can ask for: the buttons. */
export type PersonEventType = Exclude<Extract<TicketEvent, { actor: PersonId }>['type'], 'move'>

/** Business hooks of an application (20.2), carried out by its effects. */
export type Hook =
  | 'onSubmit'
  | 'onApprove'
  | 'onReturn'
  | 'onReject'
  | 'onWithdraw'
  | 'onHandle'
  | 'onFinish'
  | 'onVoidApproved'

/** Actions the machine asks the server to carry out, in order, inside the deciding transaction. Tasks and timers are not actions: they are projected from the context (I5, I17). */
export type TicketAction =
  | {
      readonly type: 'resolveParticipants'
      readonly params: { readonly visit: number; readonly state: string; readonly participant: Participant }
    }
  | {
      readonly type: 'hook'
      readonly params: { readonly hook: Hook; readonly state: string | null; readonly visit: number | null }
    }
  | {
      readonly type: 'share'
      readonly params: {
        readonly state: string | null
        readonly participant: Participant | null
        readonly people: readonly PersonId[]
      }
    }
  | {
      readonly type: 'fileChild'
      readonly params: { readonly visit: number; readonly state: string; readonly child: SubTicket }
    }
  | { readonly type: 'remind'; readonly params: { readonly visit: number; readonly reason: 'urge' | 'timeout' } }
  /** The visit was not decided in time (25.8): the applicant and the former holders of its tasks get a notice. */
  | {
      readonly type: 'lapse'
      readonly params: { readonly visit: number; readonly state: string; readonly people: readonly PersonId[] }
    }
  | {
      readonly type: 'announce'
      readonly params: {
        readonly to: 'applicant'
        readonly what: 'returned' | 'rejected' | 'completed' | 'voided' | 'revoked'
      }
    }
