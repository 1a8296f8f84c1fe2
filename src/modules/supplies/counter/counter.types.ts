/** What the issue counter and the pages of applicants read and send. */
import type { Problem } from '#src/define/problem.ts'
import type { Catalogue } from '#src/define/tickets/catalogue.ts'
import type { StockShortage } from '#src/modules/stock/contract.ts'

/** Some of a batch that is to be fetched for a line. */
export interface CounterPick {
  readonly batchId: number
  readonly batchNo: string
  readonly expireDate: string | null
  readonly warehouseId: number
  readonly warehouse: string
  readonly bin: string | null
  /** Order of the bin in the walk; null without a bin. */
  readonly walkOrder: number | null
  readonly qty: number
}
export interface CounterLine {
  readonly lineNo: number
  readonly itemId: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  /** Code of the item's sizes; empty for none. */
  readonly size: string
  /** Who receives it, where that is not the applicant. */
  readonly person: string | null
  readonly requested: number
  readonly approved: number
  /** Issued so far. */
  readonly issued: number
  /** Units that nobody has for it yet. */
  readonly short: number
  /** Why an approver cut it; empty when nobody did. */
  readonly cutReason: string
  readonly returnDueAt: string | null
  /** The worn piece comes back before the new one goes out (23.3). */
  readonly asksOldPiece: boolean
  readonly picks: readonly CounterPick[]
}
export interface CounterTicket {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly applicant: string
  readonly dept: string
  /** Who fetches it for the applicant; null when nobody else does. */
  readonly proxy: string | null
  readonly urgency: string
  readonly isEmergency: boolean
  /** Not approved yet: it may be issued all the same (STK-41). */
  readonly isAhead: boolean
  readonly controlled: boolean
  readonly pickupAt: string | null
  readonly deliverTo: string | null
  /** A storage medium goes out only against the old one (STK-22), here with its serial number; null where none is asked for. */
  readonly oldPartSn: string | null
  readonly waitingSince: string
  readonly lines: readonly CounterLine[]
}
/** A usable batch that may be chosen in place of the one that expires first. */
export interface CounterBatch extends CounterPick {
  readonly itemId: number
  readonly size: string
}
export interface CounterWaiting {
  readonly tickets: readonly CounterTicket[]
  readonly batches: readonly CounterBatch[]
  /** Days before its end in which a batch is issued only with the keeper's word (STK-32). */
  readonly shortLifeDays: number
  readonly today: string
}

/** How the issue of one ticket of a round came out. */
export interface CounterResult {
  readonly id: number
  readonly ok: boolean
  /** Why it was refused. */
  readonly problem: Problem | null
}

/** A line of a ticket from the request to the issue. */
export interface ProgressLine {
  readonly lineNo: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly requested: number
  readonly approved: number
  readonly issued: number
  readonly returned: number
  readonly reserved: number
  /** What the ticket still waits for. */
  readonly waiting: number
  readonly cutReason: string
  readonly issueReason: string
  /** Number and state of the demand that buys what is missing; null when nothing is bought. */
  readonly demand: { readonly no: string; readonly state: string; readonly qty: number } | null
}
export interface ProgressReturn {
  readonly kind: string
  readonly name: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly qty: number
  readonly returnedQty: number
  readonly dueAt: string | null
  readonly state: string
  readonly isLate: boolean
}
export interface SupplyProgress {
  readonly lines: readonly ProgressLine[]
  readonly returns: readonly ProgressReturn[]
  /** For the applicant and who fetches, while something can be fetched. */
  readonly code: string | null
  /** Moment until which an emergency issue has to be approved (STK-41); null when it is none or was decided. */
  readonly approveBy: string | null
}

/** What somebody has to bring back. */
export interface OwnReturn {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  readonly qty: number
  readonly returnedQty: number
  readonly dueAt: string | null
  readonly state: string
  readonly isLate: boolean
  readonly ticketId: number
  readonly ticketNo: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/supplies/counter/': CounterWaiting
    'GET /api/supplies/counter/code/': { readonly ticketId: number | null }
    'POST /api/supplies/counter/issue/': readonly CounterResult[]
    'GET /api/supplies/ticket/:id/': SupplyProgress
    'GET /api/supplies/catalogue/': Catalogue
    'POST /api/supplies/shortages/': readonly StockShortage[]
    'PUT /api/supplies/favourite/:id/': { readonly isFavourite: boolean }
    'GET /api/supplies/return/own/': readonly OwnReturn[]
  }
}
