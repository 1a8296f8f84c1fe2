/** One ticket in the API: its detail, its steps, and the checks of its form (97-api). */
import type { Home } from '#machines/ticket/definition/blocks.ts'
import type {
  Facts,
  FieldPermission,
  LastWord,
  StateKind,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type {
  AutoRule,
  PersonEventType,
  Slot,
  SlotOutcome,
  SlotStatus,
  TicketContext,
  TicketStateValue,
  TicketStatus,
} from '#machines/ticket/engine/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import type { FormDefinition } from '../application.ts'
import type { PersonRef, TicketButton, TicketLine } from './line.ts'

/** What happens in a state without any decision, and after which time: workdays and working hours where the clock of workflows counts these alone. */
export interface ShownLastWord {
  readonly action: LastWord['action']
  readonly after: number
  readonly unit: 'workdays' | 'workHours' | 'hours'
}

/** What an action answers. */
export interface TicketAnswer extends TicketLine {
  readonly formData: FormData
  readonly allowedActions: readonly TicketButton[]
  /** What the statechart alone would let me do, and the server refuses: a permission is missing, it is too soon, it is another's business. */
  readonly withheld: readonly PersonEventType[]
}

/** A person's part in a step of the route. */
export interface StepPerson extends PersonRef {
  readonly onBehalfOf: PersonRef | null
  /** Absent ahead. */
  readonly status?: SlotStatus
  readonly outcome?: SlotOutcome | null
  readonly rule?: AutoRule | null
  /** Called in for advice or to sign, or in somebody's place (25.5). */
  readonly relation?: Slot['relation']
  readonly comment?: string
  /** File of the picture this person signed with. */
  readonly signature?: number | null
  readonly at?: string | null
}
/** One step of the route: behind (`done`, `skipped`, `returned`, `closed` with the whole ticket before anybody decided), here (`current`) or ahead (`future`, or `notRequired` with the reason). */
export interface TicketStep {
  readonly state: string
  readonly name: string
  readonly kind: StateKind
  readonly status: 'done' | 'current' | 'future' | 'notRequired' | 'skipped' | 'returned' | 'closed'
  readonly people: readonly StepPerson[]
  readonly reason: string | null
  /** It counts as it was decided before a return, since the ticket came straight back (25.3). */
  readonly isCarried?: boolean
  /** The branches it lies in, outermost first; absent outside of branches. */
  readonly within?: readonly Home[]
  readonly dueInHours: number | null
  /** What happens where nobody decides at all, here or ahead; absent where nothing does (25.8). */
  readonly lastWord?: ShownLastWord
  /** When it is left at the latest, where a trial says when the route begins. */
  readonly by?: string
  /** A simulated state whose people may take as long as they like. */
  readonly isUnlimited?: true
}

/** GET /api/workflow/ticket/{id}/ */
export interface TicketDetail extends TicketAnswer {
  /** FS-APPLICANT as at submit. */
  readonly applicantInfo: {
    readonly name: string
    readonly deptName: string
    readonly post: string
    readonly rankLevel: string
    readonly mobile: string
  }
  /** What the rules of the form know of the applicant (20.1). */
  readonly applicantFacts: Facts
  /** It rests: its stored state contradicts its log, or a decision would have broken it (25.11). */
  readonly isQuarantined: boolean
  /** In which of the live visits I act next: sent back with every action. Null where I have no part in any. */
  readonly visit: number | null
  /** Where `return` may go: `start` first, then states by key. */
  readonly returnTargets: readonly { readonly target: string; readonly name: string | null }[]
  /** Own sections of the version's form; head fields stand in `headFields`. */
  readonly form: FormDefinition
  /** What I may do with each field now; fields not named are `read`. */
  readonly fieldPermissions: Readonly<Record<string, FieldPermission>>
  readonly steps: readonly TicketStep[]
  readonly warnings: readonly string[]
  readonly reasons: readonly ReasonText[]
  readonly panel: readonly PanelFigure[]
  readonly cc: readonly (PersonRef & { readonly readAt: string | null })[]
  /** Everybody who took part or has a copy: whom a comment may call with @. */
  readonly participants: readonly PersonRef[]
  /** Whom this person called in for advice or to sign and may take back (25.5). */
  readonly calledIn: readonly PersonRef[]
  /** Among whom I may choose when I hand the task on or call others in, in words; null for anybody in service (25.5). */
  readonly eligiblePeople: string | null
  /** An approval now needs password and signature. */
  readonly mustSign: boolean
  /** Applications that I may begin from this approved ticket of mine: `{route}?from={id}`. */
  readonly followedBy: readonly { readonly type: string; readonly title: string; readonly route: string }[]
  /** It is so late that I may turn it into a supervision item (SUP-08): `/supervision?from={id}`. */
  readonly isSupervisable: boolean
  /** What I may turn it into: types that its applicant may begin. Empty for whom `convert` is not offered. */
  readonly convertibleTo: readonly { readonly type: string; readonly title: string }[]
  /** Business records the ticket made, as far as I may search them (WF-20). */
  readonly related: readonly RelatedRecord[]
  /** Tickets that belong to this one, as far as I may see them (25.4). */
  readonly family: readonly TicketKin[]
  readonly createdAt: string
  readonly approvedAt: string | null
  readonly finishedAt: string | null
  readonly urge: { readonly count: number; readonly lastAt: string | null }
  /** The statechart, compiled by `machineOf(definition)`; the same `id` is the same chart for ever. */
  readonly workflow: { readonly id: number; readonly versionNo: number; readonly definition: WorkflowDefinition }
  /** Where the ticket is in it; with `context` the chart's persisted snapshot. */
  readonly stateValue: TicketStateValue
  readonly context: TicketContext
}

/** A ticket that belongs to another: which was filed for it, for which it was filed, that asks to revoke it, or into which its handler turned it. */
export interface TicketKin {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly status: TicketStatus
  /** What it is to the ticket that is looked at; `formerRevocation` was refused. */
  readonly kin: 'parent' | 'child' | 'revokes' | 'revocation' | 'formerRevocation' | 'conversion' | 'converted'
}

/** A row of a register that belongs to a ticket. */
export interface RelatedRecord {
  /** Public name of the record. */
  readonly record: string
  readonly id: number
  readonly title: string
}

/** A limit of the form in the reader's language, with how it came about. */
export interface ReasonText {
  readonly title: string
  readonly lines: readonly string[]
}

export interface PanelFigure {
  /** Message key of the label. */
  readonly label: string
  readonly value: string
  readonly tone?: 'good' | 'bad'
}

/** POST /api/workflow/ticket/check/ `{type, formData, ticketId?}`: what the form would be, without saving it. */
export interface FormCheck {
  /** With computed values and `<field>Label`. */
  readonly formData: FormData
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Of those, what the type's business rules refuse by what is filled in already; nothing of what is still missing. */
  readonly rules: Readonly<Record<string, readonly string[]>>
  readonly warnings: readonly string[]
  readonly reasons: readonly ReasonText[]
  readonly panel: readonly PanelFigure[]
}

/** One row of GET /api/workflow/ticket/{id}/mentionable/: somebody whom a comment may call by name (20.7). */
export interface Mentionable {
  readonly id: number
  readonly name: string
  readonly deptName: string
  /** What is typed to find them, in small letters: both names, pinyin, initials. */
  readonly words: readonly string[]
}

/** POST /api/workflow/ticket/preview/ */
export interface PreviewStep {
  readonly state: string
  readonly name: string
  readonly kind: StateKind
  readonly people: readonly PersonRef[]
  readonly skipped: boolean
  readonly reason: string | null
  /** The branches it lies in, outermost first; absent outside of branches. */
  readonly within?: readonly Home[]
  readonly dueInHours: number | null
  /** What happens where nobody decides at all; absent where nothing does (25.8). */
  readonly lastWord?: ShownLastWord
  /** When the state is left at the latest, where the trial says when it begins. */
  readonly by?: string
  /** A simulated state whose people may take as long as they like. */
  readonly isUnlimited?: true
}
