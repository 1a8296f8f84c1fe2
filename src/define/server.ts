/** What the server gives a module's `*.server.ts`, and what it takes from it. Types only: modules never import src/server. */
import type { Readable } from 'node:stream'
import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { ZodType } from 'zod'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'
import type { Access } from './access.ts'
import type { HandlerResult, Method } from './answers/answers.ts'
import type { HoldingDefinition } from './holdings.ts'
import type { AgendaSource } from './home.ts'
import type { JobSchedule } from './jobs.ts'
import type { Language } from './messages.ts'
import type { ModuleDefinition } from './module.ts'
import type { AnnouncedName, EffectName, Permission, RoleName, SettingName } from './names.ts'
import type { OperationText } from './operations/operations.ts'
import type { Problem, Problems } from './problem.ts'
import type { ServiceProvision, ServiceToken, TicketActor } from './services.ts'
import type { Tables } from './tables.server.ts'
import type { ConfirmingRole, ProposalKind, ProposedChange } from './workflows/proposals.ts'

/** A connection or transaction; SQL is written with Kysely's `sql` tag in snake_case and rows come back in camelCase. */
export type Executor = Kysely<Tables>

/** The server's time (INV-13). Dates of the bureau are days in Asia/Shanghai. */
export interface Clock {
  now(): Date
  /** `yyyy-MM-dd` in Asia/Shanghai. */
  today(): string
}

/** Configuration of §0.8, read through a cache that a change invalidates at once (SYS-73). */
export interface Settings {
  number(key: SettingName): number
  string(key: SettingName): string
  boolean(key: SettingName): boolean
  json<T>(key: SettingName): T
}

/** Working hours and days of the work calendar (WF-12, LEV days). */
export interface WorkCalendar {
  isWorkday(day: string): boolean
  /** The moment `hours` working hours (09:00-18:00) after `from`; plain hours when `wf.workHoursOnly` is false. */
  addHours(from: Date, hours: number): Date
  /** Working hours between two moments, so that addHours(from, hoursBetween(from, to)) comes to `to` within working time; 0 when `to` is not later. */
  hoursBetween(from: Date, to: Date): number
  /** Workdays in [from, to], both included. */
  workdays(from: string, to: string): number
}

/** A row before and after an action, as the operation log keeps it. */
export interface Trace {
  readonly record: string
  readonly id: number
  readonly before: Readonly<Record<string, unknown>> | null
  readonly after: Readonly<Record<string, unknown>> | null
}

/** What those who may see a ticket are told of it. */
export interface TicketNews {
  readonly no: string
  readonly status: string
  readonly revision: number
  /** Type in whose register the ticket stands; null before its first submit. */
  readonly register: string | null
  /** Applicant and everybody who has or had a task in it. */
  readonly people: readonly number[]
  /** Whose notices of the ticket are settled by this decision: all of them for whoever decided, those that asked to act for the others. */
  readonly settled?: readonly { readonly person: number; readonly isDecider: boolean }[]
}

/** Everything a service may use, bound to one executor. */
export interface UnitOfWork {
  readonly db: Executor
  readonly clock: Clock
  readonly settings: Settings
  readonly calendar: WorkCalendar
  /** The text of a key, an administrator's own words first; null when nobody has said it. */
  textOf(language: Language, key: string): string | null
  /** Names of people by id, as readers of that language (Chinese by default) call them; a leaver keeps the name, and null has none. */
  namesOf(ids: Iterable<number | null>, language?: Language): Promise<ReadonlyMap<number | null, string>>
  /** Who holds a role and is in service, by id; nobody when the role is out of use. */
  usersWithRole(role: RoleName): Promise<readonly number[]>
  service<L>(token: ServiceToken<L>): L
  /** Tells the clients that a record changed; sent after the commit. Whoever knows what is to be told of a ticket gives its `news`, else it is read. */
  changed(record: AnnouncedName, id: number | null, news?: TicketNews): void
  /** Tells the operation log what a row was and became (SYS-02); null where it did not exist. Written with the call that changed it; secrets are masked. */
  traced(trace: Trace): void
  /** A message to people (bell and toast); sent after the commit (I18). Title and link only, no business secrets (SYS-103). `sending` is the written message it is a copy of. */
  notify(message: {
    to: readonly number[]
    contentType: 'SYSTEM' | 'TICKET' | 'REMIND' | 'ARTICLE'
    title: Problem
    link?: string
    sending?: number
    /** It asks its recipients to act on the ticket it leads to. */
    asks?: boolean
  }): void
}

/** The ticket as effects and form checks see it. */
export interface TicketView {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly title: string
  readonly applicantId: number
  readonly deptId: number
  readonly amount: string | null
  readonly round: number
  /** As the event leaves it. */
  readonly status: string
  readonly formData: FormData
}

export interface EffectContext {
  readonly unit: UnitOfWork
  readonly ticket: TicketView
  /** Form data before this event, when the event changed it. */
  readonly before: FormData | null
  /** Who caused it; null for timers. */
  readonly actorId: number | null
  /** State and visit of the hook; null outside a visit. */
  readonly state: string | null
  readonly visit: number | null
  readonly comment: string
}
/** The work of a business effect, inside the deciding transaction. Throws RuleError to refuse the whole decision (INV-01). */
export type EffectRun = (context: EffectContext) => Promise<void>

/** A business effect with the fields of the form that its refusals concern, so that none is shown without its place. */
export interface Effect {
  /** Paths for refusals that name none themselves, e.g. those of a ledger; empty for the form as a whole. A path that the type's form does not have is left out. */
  readonly concerns: readonly string[]
  readonly run: EffectRun
}
export const effect = (concerns: readonly string[], run: EffectRun): Effect => ({ concerns, run })

export interface FormContext {
  readonly unit: UnitOfWork
  readonly applicant: {
    readonly id: number
    readonly deptId: number
    readonly name: string
    readonly rankLevel: string
    readonly roles: readonly string[]
  }
  /** null before the first save. */
  readonly ticketId: number | null
}

/** A figure with the sentences that say how it came about. */
export interface Reason {
  readonly title: Problem
  readonly lines: readonly Problem[]
}

/** What of an application needs the database. */
export interface ApplicationServer {
  /** First values of the form for this applicant, beside the fields' own `initial`. */
  readonly defaults?: (context: FormContext) => Promise<FormData>
  /** What a new form takes from a ticket of a type it follows, beside the fields of the same name. */
  readonly follow?: (source: TicketView, context: FormContext) => Promise<FormData>
  /** Values of computed fields from the others; called while typing, at save and at submit. */
  readonly compute?: (form: FormData, context: FormContext) => Promise<FormData>
  /** Business rules that refuse a submit, by field path (`''` for the whole form). The effects check again under lock. */
  readonly check?: (form: FormData, context: FormContext) => Promise<Problems>
  /** Hints that do not refuse: shown to applicant and approvers (FIN-12, LEV-06). */
  readonly warnings?: (form: FormData, context: FormContext) => Promise<readonly Problem[]>
  /** Why it may be asked for: rule, version and what was counted, for each thing that has a limit; shown to applicant and approvers. */
  readonly reasons?: (form: FormData, context: FormContext) => Promise<readonly Reason[]>
  /** Extra facts for the workflow's conditions, besides form values, amount, applicant.* and dept.key. */
  readonly facts?: (form: FormData, context: FormContext) => Promise<Facts>
  /** The person a form is filed for; the chain asks that person's leaders and goes by that person's rank. Null where it is the applicant. */
  readonly concerned?: (form: FormData) => number | null
  /** Live figures for the side panel (budget, quota): label key and value. */
  readonly panel?: (
    form: FormData,
    context: FormContext,
  ) => Promise<readonly { label: string; value: string; tone?: 'good' | 'bad' }[]>
  /** What voiding this ticket would undo, in words (20.7); shown before it is confirmed. */
  readonly reversal?: (form: FormData, context: FormContext) => Promise<readonly Problem[]>
  /** Refuses a decision whose business check is broken at this state (e.g. FIN-05). */
  readonly checkDecision?: (
    event: { type: string; state: string; actorId: number; comment: string; form: FormData; ticketId: number },
    context: FormContext,
  ) => Promise<void>
}

/** A change of a row that was checked and is not written yet. `values` are those of the form, none for a removal. */
export interface RecordChange<Row extends { id: number } = { id: number } & Record<string, unknown>> {
  readonly action: 'create' | 'update' | 'remove'
  /** The row as it is; null for a new one. */
  readonly row: Row | null
  readonly values: FormData
}

/** Changes of a record that take effect when a second person confirms them (SYS-132, SYS-137, SYS-139, SYS-140). An import proposes them as the form does; such a record has no removal of many that waits. */
export interface RecordConfirmation<Row extends { id: number } = { id: number } & Record<string, unknown>> {
  readonly kind: ProposalKind
  /** Whose confirmations the change needs; none lets it through at once. */
  readonly seats: (change: RecordChange<Row>, unit: UnitOfWork, access: Access) => Promise<readonly ConfirmingRole[]>
  /** What the change is called, in Chinese and English. */
  readonly title: (change: RecordChange<Row>) => { readonly name: string; readonly nameEn: string }
  /** Who gains what by it, as sentences, and what becomes of its fields. */
  readonly describe: (
    change: RecordChange<Row>,
    unit: UnitOfWork,
    language: Language,
  ) => Promise<{ readonly gains: readonly string[]; readonly changes: readonly ProposedChange[] }>
  /** People who may not confirm it, because they gain by it. */
  readonly barred?: (change: RecordChange<Row>, unit: UnitOfWork) => Promise<readonly number[]>
  /** What a confirmation writes into the row beside the change. */
  readonly stamp?: (confirmer: number, unit: UnitOfWork) => FormData
}

/** Hooks of the record shell. All run in the writing transaction. */
export interface RecordServer<Row extends { id: number } = { id: number } & Record<string, unknown>> {
  /** SQL of computed columns by field name, in terms of the table alias `r`. */
  readonly computed?: Readonly<Record<string, string>>
  /** SQL a list is ordered by in the place of the field's own value, by field name, in terms of `r`: a pinyin, a stored order. */
  readonly orders?: Readonly<Record<string, string>>
  /** Conditions on table alias `r` that a filter sets in the place of comparing its field, by the name of the filter or of the field: rows of which any line has the value. */
  readonly filters?: Readonly<Record<string, (values: readonly FieldValue[]) => RawBuilder<SqlBool>>>
  /**
   * Characters of the shortest keyword an index finds (a Chinese family name is one), for tables of very many rows: the
   * list's `search` columns, none of which may be null, joined by blanks in their order, in a GIN index of `text_grams`.
   */
  readonly words?: 1 | 2
  /** Values of computed fields that SQL cannot work out, in one go for all rows that are shown or exported. */
  readonly complete?: (rows: readonly FormData[], unit: UnitOfWork, language: Language) => Promise<readonly FormData[]>
  /** Rows of table alias `r` that a person may point at in a form without holding the search permission; none by default. */
  readonly pickable?: (access: Access) => RawBuilder<SqlBool>
  /** Tickets of table alias `t` that belong to a row although none of its fields names them; none by default. */
  readonly tickets?: (id: number) => RawBuilder<SqlBool>
  /** Rows of table alias `r` whose files a person may open at a moment without the retrieve permission; null for none, as by default. */
  readonly readable?: (access: Access, now: Date) => RawBuilder<SqlBool> | null
  /** Rows of table alias `r` that lists leave out because no module that is built uses them; none by default. */
  readonly waiting?: (modules: readonly ModuleDefinition[]) => RawBuilder<SqlBool>
  readonly beforeCreate?: (values: FormData, unit: UnitOfWork, access: Access) => Promise<FormData>
  /** What a new row raises that its maker may answer with yes (`confirmed`): another count over the same things is under way; null for nothing. */
  readonly question?: (values: FormData, unit: UnitOfWork, access: Access) => Promise<Problem | null>
  readonly beforeUpdate?: (values: FormData, row: Row, unit: UnitOfWork, access: Access) => Promise<FormData>
  /** `isConfirmed`: the call said `confirmed`, so what goes with the row was seen. */
  readonly beforeRemove?: (row: Row, unit: UnitOfWork, access: Access, isConfirmed: boolean) => Promise<void>
  readonly confirmation?: RecordConfirmation<Row>
  /** `before` is the row as it was; null for a new one. */
  readonly afterWrite?: (row: Row, unit: UnitOfWork, access: Access, before: Row | null) => Promise<void>
  /** `doer` is who acts, for decisions in tickets that follow. */
  readonly actions?: Readonly<
    Record<
      string,
      (row: Row, values: FormData, unit: UnitOfWork, access: Access, doer: TicketActor) => Promise<ActionAnswer>
    >
  >
}

/** What an action answers instead of the row as it is now, which is what one without a return answers. What a statement gives back is no answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: an action that answers nothing has no return.
export type ActionAnswer = Readonly<Record<string, unknown>> | null | void

/** Where a call comes from. */
export interface Caller {
  readonly ip: string
  readonly agent: string
  /** Answered as X-Request-Id; stands in the operation log. */
  readonly requestId: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** A page of this product in a browser, which keeps its refresh token in a cookie out of reach of scripts. */
  readonly fromOwnPage: boolean
}

/** The one file of a multipart call. */
export interface Upload {
  /** Name as the sender gave it; shown, never used as a path. */
  readonly name: string
  /** Empty when a sink took it. */
  readonly content: Buffer
  /** What the route's sink made of the content. */
  readonly received?: unknown
}

/** Takes a file as it arrives, so that a large one never stands in memory. */
export interface UploadSink {
  /** Rejects and leaves nothing behind when the stream fails. */
  receive(content: Readable): Promise<unknown>
  /** Called after the answer, or when the file is refused; does nothing for what was kept. */
  discard(received: unknown): Promise<void>
}

export interface RouteRequest<Body, Query, Params> {
  readonly body: Body
  readonly query: Query
  readonly params: Params
  /** Nobody (`userId` 0, no permission) on a public route without a token. */
  readonly access: Access
  readonly language: Language
  /** The route's transaction; for GET and `ownTransaction` routes a reader outside any transaction, on which `changed` and `notify` throw. */
  readonly unit: UnitOfWork
  readonly caller: Caller
  /** Only on routes with `upload`. */
  readonly upload: Upload | null
  /** One transaction of an `ownTransaction` route. Its value is the answer that a replay under the same X-Idempotency-Key gets. */
  readonly write: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
  /** One of several transactions of an `ownTransaction` route, each kept or undone by itself and an operation of its own; none of them is the answer. */
  readonly writeApart: <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>
}
/** An endpoint beside the record shell's. `permission` is a permission string, `signedIn`, or `public`; a test walks all of them with all roles. GET runs without, other methods inside a transaction. The handler's value is the envelope's `data`, or one of the answers of `answer.ts`. */
export type RouteDefinition<Body = unknown, Query = unknown, Params = unknown, Answer = unknown> = RouteParts<
  Body,
  Query,
  Params,
  Answer
> &
  RouteMethod

/** Only a reading call can be declared as one that the white list may open (SYS-132). */
export type RouteMethod =
  | {
      readonly method: 'GET'
      readonly openable?: true
      /** Message key of what it answers, for those who are asked to open it. */
      readonly returns?: string
      /** Default: the page and the button of its permission. */
      readonly operation?: OperationText
    }
  | {
      readonly method: 'POST' | 'PUT' | 'DELETE'
      readonly openable?: never
      readonly returns?: never
      /** What it does, for the operation log (SYS-136). */
      readonly operation: OperationText
    }

interface RouteParts<Body, Query, Params, Answer> {
  /** With trailing slash. */
  readonly url: string
  readonly permission: Permission | 'signedIn' | 'public'
  readonly body?: ZodType<Body>
  readonly query?: ZodType<Query>
  readonly params?: ZodType<Params>
  /** The handler opens its transactions itself with `request.write`; for actions that must also keep something when they refuse (a failed sign-in). */
  readonly ownTransaction?: boolean
  /** Drafts that are stored while somebody types, and checks: nothing was done, so only what is denied stands in the operation log (SYS-136). */
  readonly unlogged?: true
  /** What is sent is not to be read in the operation log, which names its parts alone: sealed quotes and blind scores (E3, E13). */
  readonly hasSecretBody?: true
  /** Takes one multipart file of at most so many bytes, into memory or into the sink. */
  readonly upload?: { readonly maxBytes: number; readonly sink?: UploadSink }
  /** Under `public`: a token says who calls, and one that does not stand is refused; without one nobody calls. */
  readonly knowsCaller?: true
  /** Under `signedIn`: open to machine accounts as well. */
  readonly forMachines?: true
  /** Open while a forced password change is pending (LOG-04). */
  readonly beforePasswordChange?: boolean
  /** Answers during maintenance too: the way in for the system administrator. */
  readonly duringMaintenance?: boolean
  readonly handle: (request: RouteRequest<Body, Query, Params>) => Promise<Answer>
}
/** Gives the route its types by inference; its handler gives what `Answers` says of its method and url. */
export function route<const M extends Method, const Url extends string, Body, Query, Params>(
  definition: RouteDefinition<Body, Query, Params, HandlerResult<M, Url>> & { readonly method: M; readonly url: Url },
): RouteDefinition {
  return definition as unknown as RouteDefinition
}

/** A route that is made for several addresses in one place, whose types say what each of them answers. */
export function factoryRoute<Body, Query, Params, Answer>(
  definition: RouteDefinition<Body, Query, Params, Answer>,
): RouteDefinition {
  return definition as unknown as RouteDefinition
}

/** A repeated duty on the database's clock (nightly checks, expiries). */
export interface JobDefinition {
  readonly name: string
  readonly every: JobSchedule
  readonly run: (unit: UnitOfWork) => Promise<void>
}

export interface ModuleServer {
  readonly effects?: Partial<Readonly<Record<EffectName, Effect>>>
  readonly applications?: Readonly<Record<string, ApplicationServer>>
  readonly records?: Readonly<Record<string, RecordServer>>
  readonly services?: readonly ServiceProvision[]
  readonly routes?: readonly RouteDefinition[]
  readonly jobs?: readonly JobDefinition[]
  /** What people hold of this module, looked over before an account is switched off (60.1). */
  readonly holdings?: readonly HoldingDefinition[]
  /** What a person has on which days, for the calendar of the home page (10.2). */
  readonly agenda?: AgendaSource
  /** Whether the module assigned the ticket of alias `t` to the person, for the list of tickets that others assigned (SUP-08). */
  readonly assigns?: (userId: number) => RawBuilder<SqlBool>
  /** Deterministic demo data of the module (file 70); runs once, after organisation and workflows exist. */
  readonly seedDemo?: (unit: UnitOfWork) => Promise<void>
}

/** The default export of `<module>.server.ts`. */
export function defineModuleServer(server: ModuleServer): ModuleServer {
  return server
}
