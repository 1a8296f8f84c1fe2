import type { FileContent } from '#src/define/answers/answers.ts'
import type { HeldCard } from '#src/modules/asset/contract.ts'

/** What calls about clothing answer. */

export type SizeKind = 'height' | 'hat' | 'shirt' | 'trousers' | 'shoe'

/** Measures of a person as text; null for what was never said. */
export interface OwnSizes extends Readonly<Record<SizeKind, string | null>> {
  readonly confirmedAt: string | null
}

/** What a person may have of an item, and when again. */
export interface OwnEntitlement {
  readonly itemId: number
  readonly itemName: string
  readonly kind: string
  readonly qty: number
  readonly years: number | null
  readonly issued: number
  readonly pending: number
  readonly left: number
  readonly nextDueAt: string | null
  /** The next cycle begins within 30 days, or there is something to be had now. */
  readonly isDue: boolean
}

/** Something a person was issued. */
export interface OwnIssue {
  readonly id: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly size: string
  readonly qty: number
  /** Not given back, worn out or lost. */
  readonly held: number
  readonly reasonType: string
  readonly at: string
  readonly nextDueAt: string | null
  readonly ticketId: number | null
  readonly ticketNo: string | null
}

export interface OwnClothing {
  readonly sizes: OwnSizes
  readonly entitlements: readonly OwnEntitlement[]
  readonly issues: readonly OwnIssue[]
}

export type CardAsset = HeldCard
export interface CardLoan {
  readonly id: number
  readonly name: string
  readonly unit: string
  readonly qty: number
  readonly dueAt: string | null
  readonly isLate: boolean
}
/** What the printable card of a person says beside their clothing. */
export interface PersonalCardData {
  readonly day: string
  readonly person: { readonly name: string; readonly empNo: string; readonly dept: string; readonly personType: string }
  readonly assets: readonly CardAsset[]
  readonly loans: readonly CardLoan[]
}

/** Where a person stands with an item of the matrix; null where the standards give them none of it. */
export interface MatrixCell {
  readonly qty: number
  readonly issued: number
  readonly pending: number
  readonly nextDueAt: string | null
  readonly isDue: boolean
}
export interface ClothingMatrix {
  readonly deptId: number
  readonly items: readonly { readonly id: number; readonly name: string }[]
  readonly people: readonly {
    readonly id: number
    readonly name: string
    readonly empNo: string
    readonly sizes: OwnSizes
    /** One for each of the items. */
    readonly cells: readonly (MatrixCell | null)[]
  }[]
  /** Pieces due now by item and size of the stock; the size is null where a person's measure is not known. */
  readonly totals: readonly {
    readonly itemId: number
    readonly name: string
    readonly size: string | null
    readonly qty: number
    readonly available: number
  }[]
}
export interface RenewalPlan {
  readonly drafts: readonly {
    readonly id: number
    readonly no: string
    readonly dept: string
    readonly people: number
    readonly pieces: number
  }[]
  /** Departments with something due and nobody to ask for it. */
  readonly skipped: readonly string[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/clothing/own/card/': PersonalCardData
    'GET /api/clothing/matrix/': ClothingMatrix
    'GET /api/clothing/matrix/sizes/': FileContent
    'POST /api/clothing/renewal/': RenewalPlan
    'GET /api/clothing/own/': OwnClothing
    'PUT /api/clothing/own/sizes/': OwnSizes
  }
}
