/** What somebody may have by the allocation standards, and why (50.7). Provided by the standards, asked by the applications. */
import type { LedgerToken } from '../ledgers.ts'
import type { Problem } from '../problem.ts'

/** Whose entitlement is asked for: of a person where the standard counts for each of them, else of the department; of a room for what a room may hold. */
export interface EntitlementQuestion {
  readonly itemId: number
  readonly deptId: number
  readonly userId: number | null
  readonly roomId: number | null
}

/** An answer in whole pieces. */
export interface Entitlement {
  readonly itemId: number
  readonly itemName: string
  /** null when no published standard speaks of the item. */
  readonly max: number | null
  /** In use, under repair or promised to other tickets. */
  readonly holding: number
  /** What may still be had; null without a standard. */
  readonly left: number | null
  /** Price limit of one in yuan. */
  readonly unitCap: string | null
  /** Years before which a replacement needs proof; null when the standard states none. */
  readonly lifeYears: number | null
  readonly versionId: number | null
  /** "Entitled because ...": rule, count, rounding, group, exceptions, holdings. */
  readonly because: readonly Problem[]
  /** Whose limit it is: what counts against it is shared by all questions about the same. */
  readonly level: 'person' | 'dept' | 'room'
}

/** An item as pickers and forms name it. */
export interface EntitledItem {
  readonly id: number
  readonly name: string
  readonly category: string | null
}

export interface Entitlements {
  /** Answers in the order of the questions; `exceptTicket` is not counted against itself. `versionId` null: the version in force (STD-03). */
  answer(
    questions: readonly EntitlementQuestion[],
    options?: { readonly exceptTicket?: number | null; readonly versionId?: number | null },
  ): Promise<readonly Entitlement[]>
  /** The version in force of a kind: `office`, `clothing` or `police`. */
  currentVersion(kind: string): Promise<number | null>
  items(ids: readonly number[]): Promise<readonly EntitledItem[]>
  /** Counts the compliance report anew (STD-04). */
  recount(): Promise<void>
}
export const entitlements: LedgerToken<Entitlements> = { name: 'entitlements' }
