/** Answers about departments beside their record. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { ImportResult } from '#src/define/answers/records.ts'

/** A row that was moved in its tree. */
export interface MovedRow {
  readonly id: number
  readonly version: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/dept/:id/move/': MovedRow
    'POST /api/system/dept/import_dept_data/': ImportResult
    'GET /api/system/dept/import_template/': FileContent
    'POST /api/system/dept/import_data/': ImportResult
  }
}
