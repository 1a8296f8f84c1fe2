import type { FileContent } from '#src/define/answers/answers.ts'
import type { Problem } from '#src/define/problem.ts'

/** What calls about surveys of a season answer. */

export interface SurveyRow {
  readonly id: number
  readonly name: string
  readonly dueDate: string
  readonly state: string
  /** People who are asked within the reader's departments, and those of them who have answered for everything. */
  readonly people: number
  readonly answered: number
}
export interface SurveyItem {
  readonly id: number
  readonly name: string
  /** Sizes in their order; empty for an item without sizes. */
  readonly sizes: readonly string[]
}
export interface SurveyLine {
  readonly itemId: number
  readonly dueQty: number
  readonly qty: number
  /** Null while unknown; empty for an item without sizes. */
  readonly size: string | null
  readonly isConfirmed: boolean
}
export interface SurveyTotal {
  readonly itemId: number
  readonly name: string
  /** Null for pieces whose size is unknown and given by no size curve. */
  readonly size: string | null
  /** Answered by people. */
  readonly confirmed: number
  /** Not answered, in the size of the person's measures. */
  readonly proposed: number
  /** Of pieces without a size, those that the size curve puts here. */
  readonly spread: number
  readonly available: number
  /** What has to be bought. */
  readonly toOrder: number
}
export interface SurveyMatrix {
  readonly survey: SurveyRow
  readonly remindedOn: string | null
  readonly items: readonly SurveyItem[]
  readonly people: readonly {
    readonly id: number
    readonly name: string
    readonly empNo: string
    readonly dept: string
    /** One for each of the items; null where nothing is due. */
    readonly lines: readonly (SurveyLine | null)[]
  }[]
  readonly totals: readonly SurveyTotal[]
}
export interface SurveyList {
  readonly surveys: readonly SurveyRow[]
  /** Clothing that a new survey may ask for. */
  readonly items: readonly SurveyItem[]
}
export interface OwnSurvey {
  readonly id: number
  readonly name: string
  readonly dueDate: string
  readonly lines: readonly (SurveyLine & { readonly name: string; readonly sizes: readonly string[] })[]
}
/** A cell of what was pasted that cannot be taken. */
export interface PasteProblem {
  readonly row: number
  readonly column: string
  readonly problem: Problem
}
export interface PasteResult {
  readonly taken: number
  readonly problems: readonly PasteProblem[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/clothing/survey/': SurveyList
    'POST /api/clothing/survey/': { readonly id: number }
    'GET /api/clothing/survey/own/': readonly OwnSurvey[]
    'GET /api/clothing/survey/:id/': SurveyMatrix
    'GET /api/clothing/survey/:id/sheet/': FileContent
    'PUT /api/clothing/survey/:id/own/': readonly OwnSurvey[]
    'POST /api/clothing/survey/:id/paste/': PasteResult
    'POST /api/clothing/survey/:id/remind/': { readonly people: number }
    'POST /api/clothing/survey/:id/order/': { readonly demands: number; readonly pieces: number }
    'POST /api/clothing/survey/:id/cancel/': { readonly id: number }
  }
}
