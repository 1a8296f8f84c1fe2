/** What calls about standards answer beside the record shell. */
import type { StandardRule } from './entitlement/standard-rule.ts'

/** A standard with the names its words need, in the reader's language. */
export interface NamedRule extends StandardRule {
  readonly itemName: string
  readonly unit: string
  /** Of the department it is for; null for other targets. */
  readonly deptName: string | null
}

export interface RuleChange {
  readonly change: 'added' | 'changed' | 'ended'
  readonly before: NamedRule | null
  readonly after: NamedRule | null
}

/** A department whose limit of an item changes. */
export interface Impact {
  readonly deptId: number
  readonly deptName: string
  readonly itemId: number
  readonly itemName: string
  readonly before: number | null
  readonly max: number
  readonly held: number
  readonly over: number
  readonly short: number
  readonly cost: string | null
}

/** People of a department as a version counts them, by kind of person. */
export interface CountedHeads {
  readonly deptId: number
  readonly deptName: string
  readonly count: number
  readonly police: number
  readonly auxiliary: number
  readonly contract: number
  readonly seconded: number
}

/** Whose next issue of clothing is due on another day (STD-05). */
export interface DueDateChange {
  readonly issueId: number
  readonly userName: string
  readonly deptName: string
  readonly itemName: string
  readonly before: string | null
  readonly after: string | null
}

/** A version: what it says, by whom it counts, and what it changes. */
export interface VersionReport {
  readonly rules: readonly NamedRule[]
  readonly ruleChanges: readonly RuleChange[]
  readonly impacts: readonly Impact[]
  readonly heads: readonly CountedHeads[]
  /** Of a draft of clothing standards, those that publishing would change; null for all others. */
  readonly dueDates: { readonly total: number; readonly first: readonly DueDateChange[] } | null
}

/** How a department stands over all its items. */
export interface DepartmentStanding {
  readonly deptId: number
  readonly deptName: string
  readonly overItems: number
  readonly overQty: number
  readonly shortItems: number
  readonly shortQty: number
  readonly shortValue: string
}

/** An item in the picker of a form. */
export interface ItemChoice {
  readonly id: number
  readonly label: string
}

/** What waits to be published. */
export interface PendingDrafts {
  /** Drafts of the kind. */
  readonly drafts: number
  /** The draft version that previews them; null when none was begun. */
  readonly versionId: number | null
  /** Who is counted by the version in force, where the next one begins. */
  readonly counts: {
    readonly countsAuxiliary: boolean
    readonly countsContract: boolean
    readonly countsSeconded: boolean
  }
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/standards/version/:id/report/': VersionReport
    'GET /api/standards/compliance/departments/': readonly DepartmentStanding[]
    'GET /api/standards/item/of/:kind/': readonly ItemChoice[]
    'GET /api/standards/pending/': PendingDrafts
  }
}
