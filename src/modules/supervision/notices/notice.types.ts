import type { FileContent } from '#src/define/answers/answers.ts'

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/supervision/notice/:id/sheet/': FileContent
  }
}
