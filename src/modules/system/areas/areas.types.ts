/** Answers about areas beside their record. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { ImportResult } from '#src/define/answers/records.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/system/area/import_template/': FileContent
    'POST /api/system/area/import_data/': ImportResult
  }
}
