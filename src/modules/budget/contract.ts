/** What other modules ask of the budget: money held and used on its lines, and what is committed before it is spent. */
import { token } from '#src/define/services.ts'

/** Why money moves: the idempotence key of a ledger row (INV-09). */
export interface EntrySource {
  readonly ticketId: number | null
  readonly effectKey: string
  readonly note?: string
}

/** The budget ledger (30.1, BUD-01..06). Amounts are decimal strings > 0. All calls lock the line first; failing `available >= 0` is `budget.insufficient`, a closed year `budget.yearClosed`. */
export interface BudgetLedger {
  /** available -= amount, frozen += amount (BUD-03). */
  freeze(lineId: number, amount: string, source: EntrySource): Promise<void>
  /** Gives back at most what this ticket has frozen on the line (BUD-04). */
  unfreeze(lineId: number, amount: string, source: EntrySource): Promise<void>
  /** used += amount. */
  consume(lineId: number, amount: string, source: EntrySource): Promise<void>
  /** used -= amount, at most what this ticket consumed. */
  refund(lineId: number, amount: string, source: EntrySource): Promise<void>
  /** Adds to what a line may spend, or takes from it when negative; of an active line of an open year (BUD-23). */
  adjust(lineId: number, amount: string, source: EntrySource): Promise<void>
  /** Moves what a line may spend to another (BUD-05): same year and source, both active, at most what is available; reception and vehicle purchase never receive. */
  transfer(fromId: number, toId: number, amount: string, source: EntrySource): Promise<void>
  /** Publishes the lines of a department's plan (BUD-24): all of them or none, each with an `init` entry of what it grows by. A line that exists already never shrinks: `budget.lineShrinks`; a locked one refuses: `budget.lineLocked`. */
  open(lines: readonly NewBudgetLine[], source: EntrySource): Promise<void>
  /** What is still frozen on the lines of a project. */
  frozenOfProject(projectId: number): Promise<string>
  /** What this ticket still holds frozen, by line. */
  frozenBy(ticketId: number): Promise<readonly { lineId: number; amount: string }[]>
  /** Live figures of a line, e.g. for the form's budgetAvailable; null when unknown. */
  read(lineId: number): Promise<BudgetLineFigures | null>
}

/** A line as a published plan gives it out. Whether it is shared and how it is controlled follows the same line of the year before. */
export interface NewBudgetLine {
  readonly year: number
  readonly deptId: number
  readonly subjectCode: string
  readonly kind: string
  readonly projectId: number | null
  readonly fundSource: string
  readonly approved: string
  /** Twelve amounts. */
  readonly monthly: readonly string[]
}

export interface BudgetLineFigures {
  readonly id: number
  readonly projectId: number | null
  readonly year: number
  readonly subjectCode: string
  readonly deptId: number
  readonly shared: boolean
  readonly available: string
  readonly frozen: string
  readonly used: string
  /** BUD-03: `hard`, `tolerance` or `none`. */
  readonly controlMode: string
  readonly active: boolean
  readonly yearOpen: boolean
}

/** Money to be held for an approved ticket. */
export interface NewCommitment {
  /** `preApproval`, `travel` ...: what rules and pickers tell one from another by. */
  readonly kind: string
  readonly ticketId: number
  readonly deptId: number
  readonly applicantId: number
  readonly lineId: number
  /** What it is for, unless the line says so already. */
  readonly projectId: number | null
  readonly amount: string
  readonly title: string
  /** Last day on which it may be drawn upon; null for ever. */
  readonly validUntil: string | null
}

export type CommitmentState = 'effective' | 'settled' | 'expired' | 'cancelled'

export interface CommitmentFigures {
  readonly id: number
  readonly kind: string
  readonly ticketId: number
  readonly ticketNo: string
  readonly deptId: number
  readonly applicantId: number
  readonly lineId: number
  readonly projectId: number | null
  readonly title: string
  readonly amount: string
  readonly pending: string
  readonly used: string
  readonly released: string
  /** What may still be asked for: amount - used - released - pending. */
  readonly remaining: string
  readonly state: CommitmentState
  readonly validUntil: string | null
  /** Day of the approval in Asia/Shanghai. */
  readonly approvedOn: string
}

/** A commitment whose last day is near or past. */
export interface EndingCommitment {
  readonly id: number
  readonly ticketId: number
  readonly applicantId: number
  readonly title: string
  readonly isOver: boolean
}

/** Commitments: money that an approved ticket holds frozen and that claims draw upon (21.2, 21.3, 21.6). All calls lock the commitment first and then its line. While it is effective, what its ticket has frozen equals amount - used - released. */
export interface Commitments {
  /** Freezes the amount for the ticket (FIN-41, TRV-03). */
  open(given: NewCommitment): Promise<number>
  read(id: number): Promise<CommitmentFigures | null>
  /** Effective commitments of a kind that are past their last day with nothing asked for, or end on `endingOn`: locked, oldest first (FIN-42, FIN-43). */
  lockEnding(kind: string, endingOn: string): Promise<readonly EndingCommitment[]>
  /**
   * What the ticket holds belongs to another kind from now on, without a last day: a purchase takes over the money of its authorisation (PRC-31). Nothing is frozen or given back.
   * @throws RuleError `commitment.drawnUpon` when claims ask for some of it or spent some
   */
  handOver(ticketId: number, kind: string): Promise<readonly CommitmentFigures[]>
  /** What a ticket holds, oldest first. */
  heldBy(ticketId: number): Promise<readonly CommitmentFigures[]>
  /** What a claim asked for or spent, by commitment. */
  usedBy(claimId: number): Promise<readonly { id: number; pending: string; used: string }[]>
  /** A claim asks for so much, in place of what it asked for before: `commitment.exceeded`, for a prior approval `preApproval.exceeded` (FIN-21); `commitment.notOpen`, `preApproval.expired` (FIN-22). */
  ask(id: number, claimId: number, amount: string): Promise<void>
  /** The claim asks for nothing any more. */
  free(claimId: number): Promise<void>
  /** Spends what the claim asked for: frozen for the commitment's ticket becomes used by the claim. */
  spend(id: number, claim: EntrySource): Promise<void>
  /** The claim was voided: its money is held again, or goes back to the line when the commitment is closed or its line locked. */
  undo(claim: EntrySource): Promise<void>
  /** Less was needed than was approved: what exceeds the amount goes back to the line, and the rest stays held. `commitment.exceeded` for more than what is held; `commitment.pending` while claims ask for what would be given back. */
  reduce(id: number, amount: string, effectKey: string): Promise<void>
  /** Gives what is left back to the line and closes it; `commitment.pending` while a claim asks for some (FIN-43). */
  close(id: number, state: Exclude<CommitmentState, 'effective'>, effectKey: string): Promise<void>
}

export const budgetLedger = token<BudgetLedger>('budget')
export const commitments = token<Commitments>('commitments')

/** A line of a project of the demo whose past the budget ledger no longer opens: it takes neither years that are over nor what was spent on days before. Amounts in yuan as decimal strings. */
export interface PastBudgetLine {
  readonly projectId: number
  readonly deptId: number
  readonly year: number
  readonly subjectCode: string
  readonly approved: string
  /** Spent some days ago. */
  readonly used: string
}

export interface PastBudget {
  /** Opens each line on the first day of its year, with the entries of the ledger that make its figures. */
  open(lines: readonly PastBudgetLine[]): Promise<void>
}

export const pastBudget = token<PastBudget>('pastBudget')
