/** The trip of an appointment as its passengers see it on their ticket. Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export interface TicketTrip {
  readonly no: string
  /** A value of dictionary tripState. */
  readonly state: string
  readonly plateNo: string
  readonly brandModel: string
  readonly driver: string
  readonly mobile: string
  readonly startAt: string
  readonly endAt: string
  readonly departedAt: string | null
  readonly returnedAt: string | null
  /** Why the dispatch was undone, while the request waits for another car; else null. */
  readonly undoneReason: string | null
  /** The reader's own rating. */
  readonly rating: { readonly score: number; readonly note: string } | null
  /** Until when the reader may rate it; null for a reader who may not, or did. */
  readonly rateUntil: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/cars/ticket/:id/': TicketTrip | null
    'POST /api/cars/ticket/:id/rating/': { readonly score: number }
  }
}
