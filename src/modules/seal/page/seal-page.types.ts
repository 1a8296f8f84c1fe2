/** A use as the keeper's day shows it. Moments are `yyyy-MM-dd HH:mm:ss` in Shanghai time. */
export interface KeptUse {
  readonly id: number
  readonly version: number
  readonly ticketId: number
  readonly ticketNo: string
  /** A value of dictionary sealUseState: pending or takenOut. */
  readonly state: string
  readonly seal: string
  readonly docTitle: string
  readonly applicant: string
  readonly dept: string
  readonly mobile: string
  readonly copies: number
  readonly pages: number
  readonly stamps: number
  readonly stampedCount: number
  readonly expiresOn: string
  readonly readyAt: string | null
  readonly takeOutFrom: string | null
  readonly takeOutTo: string | null
  readonly takeOutPlace: string | null
  readonly escort: string | null
  /** It should be back and is not. */
  readonly isLate: boolean
}

/** What the keeper has before them today. */
export interface KeeperDay {
  readonly today: string
  /** To be stamped in the office, what expires first in front. */
  readonly toStamp: readonly KeptUse[]
  /** To be handed over, by time. */
  readonly toHandOut: readonly KeptUse[]
  /** Out of the office, what is late in front. */
  readonly out: readonly KeptUse[]
  /** Seals the reader keeps, whose registers are printed. */
  readonly seals: readonly { readonly id: number; readonly name: string }[]
}

/** When a seal is, was or will be out of the office; days include the last. */
export interface SealOut {
  readonly id: number
  readonly sealId: number
  readonly seal: string
  readonly applicant: string
  readonly place: string
  /** A value of dictionary sealUseState. */
  readonly state: string
  readonly startDate: string
  readonly endDate: string
}

/** A line of the printed register. */
export interface RegisterLine {
  readonly id: number
  readonly registerNo: string
  readonly stampedAt: string
  readonly docTitle: string
  readonly sendTo: string
  readonly copies: number
  readonly stampedCount: number
  readonly dept: string
  readonly applicant: string
  readonly stampedBy: string
  /** Why it is struck through; null where it is not. */
  readonly struckReason: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/seals/day/': KeeperDay
    'GET /api/seals/out/': readonly SealOut[]
    'GET /api/seals/book/': readonly RegisterLine[]
  }
}
