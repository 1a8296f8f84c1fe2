/** The secret of a web hook, answered once. */
export interface WebHookSecret {
  readonly secret: string
}

/** What is sent to a web hook: no more than whoever may see the ticket in a list reads, and nothing of its form. */
export interface WebHookBody {
  /** Id of the delivery: the same when it is sent again. */
  readonly id: number
  readonly event: string
  readonly ticketId: number
  readonly no: string
  readonly type: string
  readonly status: string
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly at: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/web_hook/:id/secret/': WebHookSecret
  }
}
