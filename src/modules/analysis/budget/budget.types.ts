/** GET /api/budget/analysis/: what the page of 30.6 shows. */
import type { FileContent, PageOf } from '#src/define/answers/answers.ts'
import type { FrozenBand } from '../figures.ts'

/** What a set of lines has and spent. */
export interface Amounts {
  readonly approved: string
  readonly adjust: string
  readonly frozen: string
  readonly used: string
  readonly available: string
}

export interface DepartmentRate extends Amounts {
  readonly deptId: number
  readonly name: string
  readonly rate: number
  /** Time progress minus rate, in points (BUD-08). */
  readonly lag: number
  /** Percent of what was spent in the periods of fund plans that no plan approved (BUD-34); null without such spending. */
  readonly unplanned: number | null
  /** 0 to 100. */
  readonly score: number
}
export interface SubjectRate extends Amounts {
  readonly subjectCode: string
  readonly rate: number
}
export interface PivotCell extends Amounts {
  readonly deptId: number
  readonly subjectCode: string
}
export interface MonthFigures {
  /** 1 to 12. */
  readonly month: number
  readonly used: string
  readonly plan: string
  /** The same month of the year before. */
  readonly lastUsed: string
}
export const threePublicKinds = ['car', 'reception', 'abroad'] as const
export interface ThreePublic {
  readonly kind: (typeof threePublicKinds)[number]
  readonly budget: string
  readonly used: string
  readonly lastUsed: string
}
export interface LargeClaim {
  readonly ticketId: number
  readonly no: string
  readonly title: string
  readonly amount: string
  readonly payState: string
}
/** A department that may be chosen, with how deep it lies in the tree. */
export interface DepartmentChoice {
  readonly id: number
  readonly name: string
  readonly depth: number
}
/** A project whose lines can be looked at by themselves. */
export interface ProjectChoice {
  readonly id: number
  readonly name: string
}

export interface BudgetAnalysis {
  readonly choices: readonly DepartmentChoice[]
  /** Those with a line in the year. */
  readonly projects: readonly ProjectChoice[]
  readonly year: number
  readonly years: readonly number[]
  readonly totals: Amounts
  readonly rate: number
  readonly timePercent: number
  readonly lag: number
  /** From this lag on it is shown in red (`budget.lagPct`). */
  readonly lagLimit: number
  /** BUD-63. */
  readonly forecast: string | null
  /** Claims that are paid or wait to be (BUD-62). */
  readonly claims: number
  readonly departments: readonly DepartmentRate[]
  readonly subjects: readonly SubjectRate[]
  readonly months: readonly MonthFigures[]
  readonly frozen: readonly { readonly band: FrozenBand; readonly amount: string; readonly tickets: number }[]
  readonly threePublic: readonly ThreePublic[]
  readonly largest: readonly LargeClaim[]
  readonly pivot: readonly PivotCell[]
}

/** Money that a ticket holds frozen. */
export interface FrozenRow {
  /** null: frozen without a ticket. */
  readonly ticketId: number | null
  readonly no: string | null
  readonly title: string | null
  readonly dept: string
  readonly subjectCode: string
  readonly amount: string
  readonly since: string
  readonly days: number
}
/** An entry of the ledger behind a figure. */
export interface EntryRow {
  readonly id: number
  readonly at: string
  readonly type: string
  readonly amount: string
  readonly balanceAfter: string
  readonly ticketId: number | null
  readonly no: string | null
  readonly note: string
}
/** 三公 of the year against its budget (10.1). */
export interface ThreePublicYear {
  readonly year: number
  readonly kinds: readonly ThreePublic[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/budget/analysis/': BudgetAnalysis
    'GET /api/budget/analysis/frozen/': PageOf<FrozenRow>
    'GET /api/budget/analysis/ledger/': PageOf<EntryRow>
    'GET /api/budget/analysis/export_data/': FileContent
    'POST /api/budget/analysis/warn/': { readonly warned: number }
    'GET /api/home/three_public/': ThreePublicYear
  }
}
