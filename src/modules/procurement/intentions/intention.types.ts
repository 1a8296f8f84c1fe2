import type { FileContent } from '#src/define/answers/answers.ts'

/** How many of the chosen intentions were published, and how many do not allow it now. */
export interface PublishedIntentions {
  readonly done: number
  readonly skipped: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/procurement/intention/publish/': PublishedIntentions
    'GET /api/procurement/intention/public_list/': FileContent
  }
}
