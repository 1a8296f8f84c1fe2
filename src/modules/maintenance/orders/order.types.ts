/** Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time, as everywhere on the wire. */

/** A step of an order. */
export interface OrderStep {
  readonly at: string
  /** `open`, an event of the statechart, or `comment`. */
  readonly event: string
  readonly to: string
  readonly by: string | null
  readonly worker: string | null
  readonly note: string | null
}

/** What was used up in a repair. */
export interface OrderPart {
  readonly name: string
  readonly unit: string
  readonly qty: number
  /** Digits behind the point of its quantity. */
  readonly qtyPlaces: number
}

/** The order of a ticket, for those who may see the ticket. */
export interface TicketOrder {
  readonly id: number
  readonly no: string
  readonly state: string
  readonly worker: string | null
  readonly vendor: string | null
  readonly planAt: string | null
  readonly dueAt: string | null
  readonly light: string
  readonly suspendReason: string | null
  readonly suspendNote: string | null
  readonly reopenCount: number
  /** The reader may refuse the result. */
  readonly mayReopen: boolean
  /** The reader may accept a result that came after the end of the ticket. */
  readonly mayAccept: boolean
  /** The reader reported it and has not rated it yet, though it is over. */
  readonly mayRate: boolean
  /** 1 to 5; null while nothing is accepted. */
  readonly rating: number | null
  readonly ratingNote: string | null
  /** MNT-05: silence stands for the best rating. */
  readonly isDefaultRating: boolean
  readonly parts: readonly OrderPart[]
  readonly labour: readonly { readonly name: string; readonly hours: string }[]
  readonly steps: readonly OrderStep[]
}

/** An open order for the same place or asset: it can be followed instead of reported again (E9). */
export interface OpenOrder {
  readonly id: number
  readonly no: string
  readonly category: string
  readonly state: string
  readonly location: string
  readonly description: string
  readonly createdAt: string
  readonly isFollowed: boolean
}

/** An order at a place, as whoever reports something there may see it. */
export interface PlaceOrder extends Omit<OpenOrder, 'no' | 'location' | 'description'> {
  /** Both null to whom the order is out of reach: they learn that there is one, and cannot follow it. */
  readonly no: string | null
  readonly description: string | null
}

/** What is known where a code was scanned: the place or asset, and what is repaired there. */
export interface ReportPlace {
  readonly assetId: number | null
  readonly asset: string | null
  readonly roomId: number | null
  readonly location: string | null
  readonly open: readonly PlaceOrder[]
  /** The last three that are done and in reach. */
  readonly past: readonly Omit<PlaceOrder, 'isFollowed'>[]
}

/** A repair whose parts wait for a word of the head of logistics (MNT-03). */
export interface CommentedOrder extends Omit<OpenOrder, 'isFollowed'> {
  readonly partsValue: string
}

/** A repair that was accepted by silence and waits for the word of its applicant (MNT-05). */
export interface UnratedOrder extends Omit<OpenOrder, 'isFollowed'> {
  readonly ticketId: number
}

/** Open repairs of a person. */
export interface OwnRepairs {
  readonly reported: readonly OpenOrder[]
  readonly followed: readonly OpenOrder[]
  /** Those of the last 30 days. */
  readonly toRate: readonly UnratedOrder[]
  /** Late, or refused again and again; empty for everybody but the head of logistics (MNT-02, MNT-14). */
  readonly toWatch: readonly OpenOrder[]
  /** Empty for everybody but the head of logistics. */
  readonly toComment: readonly CommentedOrder[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/maintenance/ticket/:id/': TicketOrder | null
    'POST /api/maintenance/ticket/:id/reopen/': { readonly state: string }
    'POST /api/maintenance/ticket/:id/accept/': { readonly state: string }
    'POST /api/maintenance/ticket/:id/rate/': { readonly rating: number }
    'POST /api/maintenance/dispatch/': { readonly dispatched: number; readonly skipped: number }
    'GET /api/maintenance/place/': ReportPlace
    'GET /api/maintenance/own/': OwnRepairs
    'POST /api/maintenance/order/:id/comment/': { readonly id: number }
    'POST /api/maintenance/order/:id/follow/': { readonly isFollowed: boolean }
  }
}
