/** What somebody may have by the allocation standards, and why (50.7). Provided by the standards, asked by the applications. */

import type { Problem } from '#src/define/problem.ts'
import type { ServiceToken } from '#src/define/services.ts'

/** Whose entitlement is asked for: of a person where the standard counts for each of them, else of the department; of a room for what a room may hold. */
export interface EntitlementQuestion {
  readonly itemId: number
  readonly deptId: number
  readonly userId: number | null
  readonly roomId: number | null
}

/** What counts against a limit, and the idle pieces that do not. */
export interface CountedPieces {
  readonly inUse: number
  readonly repairing: number
  readonly pending: number
  readonly idle: number
}

/** An answer in whole pieces. */
export interface Entitlement {
  readonly itemId: number
  readonly itemName: string
  /** null when no published standard speaks of the item. */
  readonly max: number | null
  /** In use, under repair or promised to other tickets. */
  readonly holding: number
  readonly counted: CountedPieces
  /** What may still be had; null without a standard. */
  readonly left: number | null
  /** Price limit of one in yuan. */
  readonly unitCap: string | null
  /** Years before which a replacement needs proof; null when the standard states none. */
  readonly lifeYears: number | null
  readonly versionId: number | null
  /** People of the department that the version counts; null without one. */
  readonly headcount: number | null
  /** "Entitled because ...": rule, count, rounding, group, exceptions, holdings. */
  readonly because: readonly Problem[]
  /** Whose limit it is: what counts against it is shared by all questions about the same. */
  readonly level: 'person' | 'dept' | 'room'
}

/** What a person may have of an item in each cycle: clothing, and police gear that is replaced at the end of its life. */
export interface CycleEntitlement {
  readonly userId: number
  readonly itemId: number
  readonly itemName: string
  /** `clothing` or `police`. */
  readonly kind: string
  /** Pieces in each cycle. */
  readonly qty: number
  /** Length of the cycle; null for what is issued once. */
  readonly years: number | null
  readonly unitCap: string | null
  readonly because: readonly Problem[]
}

/** An item as pickers and forms name it. */
export interface EntitledItem {
  readonly id: number
  readonly name: string
  readonly category: string | null
}

export interface Entitlements {
  /** Answers in the order of the questions; `exceptTicket` is not counted against itself. `versionIds`: the versions a ticket keeps, of a kind each; of other kinds the version in force (STD-03). */
  answer(
    questions: readonly EntitlementQuestion[],
    options?: { readonly exceptTicket?: number | null; readonly versionIds?: readonly number[] },
  ): Promise<readonly Entitlement[]>
  /** What each of these people may have in each cycle by the versions in force, by person and name of the item. */
  cycles(userIds: readonly number[]): Promise<readonly CycleEntitlement[]>
  /** The version in force of a kind: `office`, `clothing` or `police`. */
  currentVersion(kind: string): Promise<number | null>
  items(ids: readonly number[]): Promise<readonly EntitledItem[]>
  /** Counts the compliance report anew (STD-04). */
  recount(): Promise<void>
}
export const entitlements: ServiceToken<Entitlements> = { name: 'entitlements' }
