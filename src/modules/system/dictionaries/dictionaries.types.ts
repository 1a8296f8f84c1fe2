/** Answers about dictionaries beside their record. */
import type { FileContent } from '#src/define/answers/answers.ts'
import type { ImportResult } from '#src/define/answers/records.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/system/dictionary/export_json/': FileContent
    'POST /api/system/dictionary/import_json/': ImportResult
  }
}
