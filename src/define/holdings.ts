/** What a person still holds when their account is switched off (60.1): every module says it of its own. */
import type { UnitOfWork } from './server.ts'

/** How much of one kind somebody holds. */
export interface HeldCount {
  readonly count: number
  /** What it is, shown below the line; a few of very many are enough. */
  readonly names?: readonly string[]
}

/** One line of what is looked over before an account is switched off. The first ones are let go first: what decides who takes over later ones stands before them. */
export interface HoldingDefinition {
  /** Unique over the house; the line stands under `holdings.<key>` in the messages, `{0}` is the number. */
  readonly key: string
  readonly find: (unit: UnitOfWork, userId: number) => Promise<HeldCount>
  /** Whether somebody may be named who takes all of it over; `needed`: without one the account stays on (assets). */
  readonly successor?: 'offered' | 'needed'
  /** Ends it or hands it over, in the transaction that switches the account off. Throws RuleError to refuse. */
  readonly release?: (unit: UnitOfWork, userId: number, successorId: number | null) => Promise<void>
}

/** Gives a definition its type. */
export const defineHolding = (holding: HoldingDefinition): HoldingDefinition => holding
