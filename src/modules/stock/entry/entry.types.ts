/** What a scanned code means, and lines read from a spreadsheet. */
import type { Problem } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'

export type ScanResult =
  | { readonly kind: 'bin'; readonly warehouseId: number; readonly bin: string }
  | {
      readonly kind: 'item'
      readonly itemId: number
      readonly label: string
      readonly unit: string
      readonly size: string
      /** Units in the pack that carries the code. */
      readonly packQty: number
      readonly batchNo: string | null
      readonly produceDate: string | null
      readonly expireDate: string | null
    }

/** Kinds of documents whose lines can be pasted. */
export type EntryKind = 'in' | 'out'

export interface SheetProblem {
  /** Number of the row as the spreadsheet shows it, from 1. */
  readonly row: number
  /** Name of the field, for its label. */
  readonly column: string
  readonly problem: Problem
}

export interface SheetLines {
  /** Empty while there is any problem: nothing is taken by half. */
  readonly lines: readonly FormData[]
  readonly problems: readonly SheetProblem[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/stock/scan/': ScanResult
    'POST /api/stock/lines/read/': SheetLines
  }
}
