/** Answers of the plan sheet and of the overview of a year's plans (30.2). Money in yuan as decimal strings. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { NamedProject } from '#src/modules/projects/contract.ts'
import type { FormerLine, PlanLine } from './year-plan-lines.ts'

/** A stored line with its id and what the review left of it. */
export interface StoredLine extends PlanLine {
  readonly id: number
  readonly reviewedAmount: string | null
}
/** A plan as the sheet reads it. */
export interface PlanSheet {
  readonly lines: readonly StoredLine[]
  /** Lines of the year before. */
  readonly former: readonly FormerLine[]
  /** Projects that may be asked money for. */
  readonly projects: readonly NamedProject[]
  readonly version: number
}

/** A budget unit with its plan of the year; null without one. */
export interface PlanUnit {
  readonly deptId: number
  readonly name: string
  readonly nameEn: string
  readonly id: number | null
  readonly state: string | null
  readonly amount: string | null
}
/** The year, with the sums over what is within reach. */
export interface YearFigures {
  readonly state: string
  readonly controlTotal: string | null
  readonly published: string
  readonly planned: string
}
export interface PlanOverview {
  readonly year: number
  /** The year it is. */
  readonly current: number
  readonly figures: YearFigures | null
  readonly units: readonly PlanUnit[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/budget/plan_sheet/:id/': PlanSheet
    'PUT /api/budget/plan_sheet/:id/': { readonly version: number }
    'POST /api/budget/plan_sheet/:id/review/': null
    'GET /api/budget/plan_sheet/:id/last_year/': readonly PlanLine[]
    'GET /api/budget/plan_sheet/:id/export/': FileContent
    'GET /api/budget/plan_sheet/template/': FileContent
    'POST /api/budget/plan_sheet/:id/import/': readonly PlanLine[]
    'GET /api/budget/plan_overview/': PlanOverview
    'POST /api/budget/plan_remind/': { readonly reminded: number }
  }
}
