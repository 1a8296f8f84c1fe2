/** Services that modules offer to each other, ledgers among them: the one writer of each column with an invariant. */

import type { FormData } from '#src/fields/field.ts'
import type { Access } from './access.ts'
import type { FileAnswer } from './answer.ts'
import type { DayKind } from './calendar.ts'
import type { Language } from './messages.ts'
import type { Permission, ProblemKey } from './names.ts'
import type { Problem, Problems } from './problem.ts'
import type { ApplicationServer, Caller, EffectContext, FormContext } from './server.ts'
import type { ProposedAnswer } from './workflows/proposals.ts'

/** A typed name under which a module provides a service and others ask for it. */
export interface ServiceToken<S> {
  readonly name: string
  /** Only carries the type. */
  readonly type?: S
}
/** Names a service. */
export const token = <S>(name: string): ServiceToken<S> => ({ name })

/** The subjects a form may charge, and what is answered at a line of another one. */
export interface AllowedSubjects {
  readonly subjects: readonly string[]
  readonly otherwise: ProblemKey
}

/** What every claim on a budget line has in common (21): FS-BUDGET, FS-INVOICES and FS-PAYEE with their rules. `amount` is what the claim asks for in yuan. Its effects are called `claim.*`; `claimServer` puts the form together. */
export interface ClaimForms {
  /** First values: the applicant is paid, on the account of the personal centre (10.3); the account number sealed. */
  defaults(context: FormContext): Promise<FormData>
  /** What FS-BUDGET shows of the chosen line. */
  shown(form: FormData, context: FormContext, amount: string): Promise<FormData>
  /** The line is the applicant's to charge, active, of an open year and of an allowed subject (any when absent). */
  checkLine(form: FormData, context: FormContext, allowed?: AllowedSubjects): Promise<Problems>
  /** FIN-02, FIN-03, FIN-06 and INV-06. */
  checkProof(form: FormData, context: FormContext, amount: string): Promise<Problems>
  /** BUD-03, FIN-04 and FIN-12 as hints. */
  warnings(form: FormData, context: FormContext, amount: string): Promise<readonly Problem[]>
  panel(form: FormData, context: FormContext, amount: string): ReturnType<NonNullable<ApplicationServer['panel']>>
  readonly reversal: NonNullable<ApplicationServer['reversal']>
  /** FIN-04 and FIN-05. */
  readonly checkDecision: NonNullable<ApplicationServer['checkDecision']>
}

/** What is spent without money that a claim held before: the applicant laid it out (22.3), or a vendor delivered (23.11), and waits for the cashier. */
export interface ClaimPayments {
  /** Consumes the ticket's amount from the line of its form; an unpaid payment to the applicant waits for the cashier. */
  consume(context: EffectContext, payeeType: 'officialCard' | 'cash'): Promise<void>
  /** The ticket was voided: its payment and its money come back. */
  refund(context: EffectContext): Promise<void>
  /** Consumes the amount from the line of the ticket's form, once what was held for it is free again; an unpaid payment to the vendor waits for the cashier. */
  payVendor(context: EffectContext, vendorId: number, amount: string): Promise<void>
  /** The ticket was voided after that: the vendor's payment and its money come back. @throws RuleError `finance.alreadyPaid`, `finance.inBatch` */
  refundVendor(context: EffectContext): Promise<void>
}

/** Who stands in for whom (WF-11, 25.8). Windows are half-open [from, until). */
export interface Substitutes {
  activate(period: {
    userId: number
    substituteId: number
    from: Date
    until: Date
    reason: string
    ticketId: number | null
  }): Promise<void>
  /** Ends the windows opened by this ticket at `at`. */
  end(ticketId: number, at: Date): Promise<void>
  /** Ends the windows of a person who can no longer act, on either side (60.1). */
  endFor(userId: number, at: Date): Promise<void>
}

/** Open tasks follow the organisation (WF-14). Called inside the changing transaction, after the change. */
export interface TaskAssignment {
  /** A department has another leader or another place in the tree (SYS-33, SYS-34): unclaimed, undecided tasks that depend on it go to whom the rules find now. Of very many tickets the rest follow within minutes of the commit. */
  departmentChanged(deptId: number): Promise<void>
  /** Somebody was disabled, or lost what made them act (INV-15): all their open tasks go to whom the rules find now. Answers the ids of tickets that still wait for them because nobody else was found. */
  personLeft(userId: number): Promise<readonly number[]>
}

/** How Chinese names are sorted and found. */
export interface Spelling {
  /** Pinyin without tones and gaps, and the initials, in small letters. */
  of(name: string): { readonly full: string; readonly initials: string }
}

/** What is wrong with an imported table, gathered for one report (IMPEX-STD). */
export interface SheetFaults {
  /** Notes a refused cell; `row` counts as the spreadsheet does, the head being row 1. */
  add(row: number, column: string, value: unknown, problem: Problem): void
  /** @throws ValidationError with every refused cell by `row.column`, when there is one */
  refuse(): void
}

/** Spreadsheets, for what is no record of the shell. */
export interface Sheets {
  /**
   * The cells of the first sheet of an xlsx file with at most so many rows below its head, parsed in a process of its own
   * (SYS-135). To be called outside of any transaction: the sender (id of the person) may wait for others.
   * @throws Refusal 4013 with the reason when the file is refused, 4029 when too many wait
   */
  read(content: Buffer, rows: number, sender: number): Promise<readonly (readonly unknown[])[]>
  /** The cells of a csv file in UTF-8, read in the same way; `cell` is the longest text of a cell. */
  readCsv(
    content: Buffer,
    limits: { readonly rows: number; readonly cell: number },
    sender: number,
  ): Promise<readonly (readonly string[])[]>
  /** An empty table whose cells may be chosen from lists. */
  template(
    name: string,
    columns: readonly { readonly title: string; readonly choices?: readonly string[] }[],
  ): FileAnswer
  /** A report on an imported table, in this language. */
  faults(language: Language): SheetFaults
  /** A table of rows; `places` makes a column one of numbers with so many decimals. */
  table(
    name: string,
    columns: readonly { readonly title: string; readonly places?: number }[],
    rows: readonly (readonly (string | number | null)[])[],
  ): FileAnswer
}

/** Who does something in a ticket out of a page that is not the ticket's. */
export interface TicketActor {
  readonly access: Access
  readonly language: Language
  readonly caller: Pick<Caller, 'ip' | 'requestId'>
}

/** Decisions in tickets that a page of a module makes for the person who asks: the same rules, hooks and log as the ticket's own buttons. */
export interface TicketActions {
  /** Waits until nobody else acts on the ticket, and keeps others waiting until the end of the transaction: before any lock on rows of it. */
  lock(ticketId: number): Promise<void>
  /** Finishes the person's open handling with these values. @throws what pressing the button would. */
  handle(ticketId: number, doer: TicketActor, values: FormData): Promise<void>
  /** The work of a state goes to this person alone, as when its people are found anew; nothing happens when the ticket is not in that state or its work has started. */
  staff(ticketId: number, state: string, personId: number): Promise<void>
  /** Lets a timer of the ticket act now, by its key; does nothing when it is not armed. For time limits that no working hours stretch. */
  expire(ticketId: number, rule: string): Promise<void>
  /** The person sees the ticket from now on and finds it among those assigned to them (20.6), without a task in it. */
  entrust(ticketId: number, personId: number, byUser: number): Promise<void>
  /** Whether the person may see the ticket (WF-18). */
  sees(ticketId: number, access: Access): Promise<boolean>
}

/** Drafts in the names of others. */
export interface TicketDrafts {
  /** A draft of this type with what is given of its form; what the type does not take is left for the applicant. @throws RuleError wf.disabled, wf.notOpen when the applicant may not begin it */
  create(applicantId: number, type: string, form: FormData): Promise<{ readonly id: number; readonly no: string }>
}

/** Sensitive texts that no record holds. */
export interface Secrets {
  seal(plain: string): string
  /** A text that is not sealed comes back as it is. */
  open(sealed: string): string
}

/** A reading call that its module declares as one the white list may open (SYS-132). */
export interface OpenableCall {
  /** As it stands in the list: `*` for a part that varies. */
  readonly pattern: string
  readonly permission: Permission | 'signedIn' | 'public'
  /** Message key of what it answers; null when the module does not say. */
  readonly returns: string | null
}

/** The calls that the white list can open (60.11). */
export interface OpenableCalls {
  all(): readonly OpenableCall[]
}

/** The operation log in words (SYS-136). */
export interface OperationSentences {
  /** One sentence for each row of the log, in its order. */
  of(rows: readonly FormData[], language: Language): Promise<readonly string[]>
}

export const operationSentences = token<OperationSentences>('operationSentences')
/** What a role grants to a machine account. */
export interface MachineGrants {
  /** Data scope by permission, for the permissions of the role that a program may use, and how many others it has. */
  of(roleId: number): Promise<{ readonly grants: Readonly<Record<string, string>>; readonly refused: number }>
}

export const machineGrants = token<MachineGrants>('machineGrants')
export const openableCalls = token<OpenableCalls>('openableCalls')
export const sheets = token<Sheets>('sheets')
export const spelling = token<Spelling>('spelling')
export const ticketActions = token<TicketActions>('ticketActions')
/** What a change of the work calendar does to the deadlines of open tickets: each has as many working hours left as it had. */
export interface TicketDeadlines {
  /** Moves those that the days touch; null is an ordinary day. Answers how many tickets were moved. */
  follow(before: ReadonlyMap<string, DayKind | null>, after: ReadonlyMap<string, DayKind | null>): Promise<number>
}
export const ticketDeadlines = token<TicketDeadlines>('ticketDeadlines')
export const ticketDrafts = token<TicketDrafts>('ticketDrafts')
export const secrets = token<Secrets>('secrets')
export const claimPayments = token<ClaimPayments>('claimPayments')
export const claimForms = token<ClaimForms>('claimForms')
export const substitutes = token<Substitutes>('substitutes')
export const taskAssignment = token<TaskAssignment>('taskAssignment')
/** What administrators may not become for others' business (SYS-131); an entry of dictionary separationPost. */
export type Post = 'leader' | 'deputy' | 'inCharge' | 'successor' | 'substitute' | 'participant'
/** Administration and business are kept apart (SYS-131): the one place that is asked wherever somebody is named. */
export interface Separation {
  /** What speaks against these people at this post, for a form that shows it at its field; null when nothing does. */
  problemWith(people: readonly number[], post: Post): Promise<Problem | null>
  /** @throws RuleError sys.separation, at the field that names them, when one of these people holds an administrator role; they hold none until the transaction ends. */
  refuseAdministrators(people: readonly number[], post: Post, field?: string): Promise<void>
  /** Tells the security administrators, the former and the new leader of a department; nobody when both are the same. */
  leaderChanged(deptId: number, before: number | null, after: number | null): Promise<void>
}
export const separation = token<Separation>('separation')

/** Changes of records that a second person confirms, for calls beside the record's own. */
export interface RecordProposals {
  /** What waits instead of the change of a row; null when no confirmation is needed. Checked in full, as the record's own call does. */
  hold(
    record: string,
    id: number,
    values: FormData,
    caller: { readonly access: Access; readonly language: Language },
  ): Promise<ProposedAnswer | null>
}
export const recordProposals = token<RecordProposals>('recordProposals')

/** How a module offers a service: bound to the transaction and clock of the caller. */
export interface ServiceProvision {
  readonly name: string
  readonly create: (unit: EffectContext['unit']) => unknown
}
export function provideService<S>(
  token: ServiceToken<S>,
  create: (unit: EffectContext['unit']) => S,
): ServiceProvision {
  return { name: token.name, create }
}
