/** Answers about departments beside their record. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { ImportResult } from '#src/define/answers/records.ts'
import type { ProposedAnswer } from '#src/define/workflows/proposals.ts'

/** A row that was moved in its tree. */
export interface MovedRow {
  readonly id: number
  readonly version: number
}

/** An import of departments. */
export interface DepartmentImport extends ImportResult {
  /** Departments whose leaders wait for a second person. */
  readonly proposed: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/dept/:id/move/': MovedRow | ProposedAnswer
    'POST /api/system/dept/import_dept_data/': DepartmentImport
    'GET /api/system/dept/import_template/': FileContent
    'POST /api/system/dept/import_data/': DepartmentImport
  }
}
