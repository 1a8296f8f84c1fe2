/** 领用单 of allocations, on paper: the receiver signs there, or has signed at the counter or online before. */

export interface ReceiptLine {
  readonly allocationId: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly sn: string
  readonly room: string | null
  readonly openedOn: string
  /** Last day of a loan. */
  readonly until: string | null
  readonly ticketNo: string | null
  /** When the receipt was confirmed; null while it is not. */
  readonly confirmedAt: string | null
}

export interface PaperReceipt {
  readonly holderId: number
  readonly holder: string
  readonly empNo: string
  readonly dept: string
  readonly lines: readonly ReceiptLine[]
  /** The sheet that was signed at the counter for all of the lines; null when there is none. */
  readonly sheetId: number | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/receipt/': readonly PaperReceipt[]
  }
}
