/** Tickets and workflows on the wire (97-api): what the server answers and the screens read. Names of states, reasons and problems come in the request's language. Times are `yyyy-MM-dd HH:mm:ss`. */
import type { Home } from '#machines/ticket/blocks.ts'
import type { FieldPermission, LastWord, StateKind, WorkflowDefinition } from '#machines/ticket/definition.ts'
import type {
  AutoRule,
  PersonEventType,
  Slot,
  SlotOutcome,
  SlotStatus,
  TicketContext,
  TicketStatus,
} from '#machines/ticket/vocabulary.ts'
import type { FormData } from '#src/fields/field.ts'
import type { ApplicationDefinition, FormDefinition } from './application.ts'
import type { Language } from './messages.ts'

/** The seven lists of 20.6. */
export type TicketLabel = 'pendingApproval' | 'approved' | 'toSubmit' | 'submitted' | 'todo' | 'done' | 'assigned'
export const ticketLabels: readonly TicketLabel[] = [
  'pendingApproval',
  'approved',
  'toSubmit',
  'submitted',
  'todo',
  'done',
  'assigned',
]
export type TicketCounts = Readonly<Record<TicketLabel, number>>

/** Lists one can ask for: the seven, `mine`, everything a person ever applied for (APP-SHELL Mine), and `register`, what the person may read of the types they name (`T:Register` within the data scope). */
export type TicketListName = TicketLabel | 'mine' | 'register'
export const ticketListNames: readonly TicketListName[] = [...ticketLabels, 'mine', 'register']

/** The page of a type that an administrator made. */
export const customRoute = (key: string): string => `/workflow/applications/${key}`

/** How long tickets have stood where they are, in days from-to (20.6 ageing). */
export const stayBands = ['0-1', '1-3', '3-7', '7-'] as const
export type StayBand = (typeof stayBands)[number]

/** GET /api/workflow/ticket/charts/: the list under the same filters, counted. Tickets that wait for nobody have no age. */
export interface TicketCharts {
  readonly total: number
  readonly byType: readonly { readonly type: string; readonly count: number }[]
  readonly byStay: readonly { readonly band: StayBand; readonly count: number }[]
}

/** Filters of the list under a name (20.6 saved views). */
export interface SavedView {
  readonly id: number
  readonly name: string
  /** Query of the list's address. */
  readonly query: string
}

/** GET /api/workflow/ticket/statistics/: my approvals of this month (20.8). */
export interface ApprovalStatistics {
  readonly handled: number
  /** From the task's opening to my decision; null without any. */
  readonly averageHours: number | null
  /** Share of returns, 0 to 1; null without any. */
  readonly returnRate: number | null
}

/** GET /api/workflow/ticket/live_checks/: pending tickets whose business check fails now (20.8). */
export interface FailedCheck {
  readonly id: number
  /** Message keys of the figures that fail. */
  readonly labels: readonly string[]
}

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

/** What an action answers. */
export interface TicketAnswer extends TicketLine {
  readonly formData: FormData
  readonly allowedActions: readonly TicketButton[]
}

/** A person's part in a step of the way. */
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
/** One step of the way: behind (`done`, `skipped`, `returned`, `closed` with the whole ticket before anybody decided), here (`current`) or ahead (`future`, or `skipped` with the reason). */
export interface TicketStep {
  readonly state: string
  readonly name: string
  readonly kind: StateKind
  readonly status: 'done' | 'current' | 'future' | 'skipped' | 'returned' | 'closed'
  readonly people: readonly StepPerson[]
  readonly reason: string | null
  /** It counts as it was decided before a return, since the ticket came straight back (25.3). */
  readonly isCarried?: boolean
  /** The branches it lies in, outermost first; absent outside of branches. */
  readonly within?: readonly Home[]
  readonly dueInHours: number | null
  /** What happens where nobody decides at all, here or ahead; absent where nothing does (25.8). */
  readonly lastWord?: LastWord
  /** When it is left at the latest, where a trial says when the way begins. */
  readonly by?: string
}

/** The words of a type as an administrator wrote them; `fields` by `field` or `lines.field`. */
export interface TypeTexts {
  readonly title: string
  readonly purpose: string
  readonly guide: string
  readonly sections: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
}

/** A row of GET /api/workflow/designed_types/: a type the bureau made itself, which no build of the pages knows. */
export interface DesignedType {
  readonly key: string
  readonly texts: Readonly<Record<Language, TypeTexts>>
  /** null for people who may neither begin a ticket of it nor read its register. */
  readonly application: ApplicationDefinition | null
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
  readonly panel: readonly PanelFigure[]
  readonly cc: readonly (PersonRef & { readonly readAt: string | null })[]
  /** Everybody who took part or has a copy: whom a comment may call with @. */
  readonly participants: readonly PersonRef[]
  /** Whom this person called in for advice or to sign and may take back (25.5). */
  readonly calledIn: readonly PersonRef[]
  /** Among whom I may choose when I hand the task on or call others in, in words; null for anybody in service (25.5). */
  readonly circle: string | null
  /** An approval now needs password and signature. */
  readonly mustSign: boolean
  /** Applications that I may begin from this approved ticket of mine: `{route}?from={id}`. */
  readonly followedBy: readonly { readonly type: string; readonly title: string; readonly route: string }[]
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
  /** For the live diagram: `diagramOf(definition, context)`. */
  readonly workflow: { readonly id: number; readonly versionNo: number; readonly definition: WorkflowDefinition }
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
  readonly warnings: readonly string[]
  readonly panel: readonly PanelFigure[]
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
  readonly lastWord?: LastWord
  /** When the state is left at the latest, where the trial says when it begins. */
  readonly by?: string
}

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

/** A card of GET /api/workflow/application_types/. */
export interface ApplicationCard {
  readonly key: string
  readonly group: string
  readonly title: string
  readonly titleEn: string
  readonly purpose: string
  readonly guide: string
  /** Pinyin of the Chinese name, whole and by initials, to search by. */
  readonly sounds: string
  readonly icon: string
  readonly route: string
  readonly favourite: boolean
  /** My tickets of this type that are under way. */
  readonly running: number
  /** From submit to end, over the last 90 days; null without any. */
  readonly averageDays: number | null
}

/** GET /api/workflow/application_types/{key}/ */
export interface ApplicationStart {
  readonly key: string
  readonly versionNo: number
  readonly title: string
  readonly guide: string
  readonly form: FormDefinition
  readonly fieldPermissions: Readonly<Record<string, FieldPermission>>
  readonly defaults: FormData
  readonly columns: readonly string[]
  readonly applicantInfo: TicketDetail['applicantInfo']
}

/** POST /api/workflow/ticket/batch_approve/ */
export interface BatchResult {
  readonly id: number
  readonly ok: boolean
  readonly errKey: string | null
  readonly msg: string | null
}
