/** Sheets that people sign at the counter. */

/** One stroke of a pen: x and y by turns, whole pixels of a field of 600 by 200. */
export type Stroke = readonly number[]

export interface SignedSheet {
  readonly id: number
  readonly no: string
  readonly kind: 'receipt' | 'handover' | 'count'
  readonly body: string
  readonly strokes: readonly Stroke[]
  readonly hash: string
  /** Whether text and signature are those that were signed. */
  readonly isIntact: boolean
  readonly signer: string
  readonly witness: string
  readonly at: string
}

/** What somebody holds, to be signed for or handed over. */
export interface HeldAsset {
  readonly allocationId: number
  readonly assetId: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly sn: string
  readonly state: string
  readonly room: string | null
  /** Last day of a loan. */
  readonly until: string | null
  readonly isConfirmed: boolean
}

export interface HeldByPerson {
  readonly userId: number
  readonly name: string
  readonly deptId: number
  readonly dept: string
  readonly assets: readonly HeldAsset[]
  /** Coming bookings of pool equipment, which end with a handover. */
  readonly bookings: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/sheet/:id/print/': SignedSheet
    'GET /api/assets/held/:userId/': HeldByPerson
    'POST /api/assets/receipts/': { readonly sheetId: number; readonly no: string; readonly confirmed: number }
    'POST /api/assets/transfers/': { readonly requested: number }
    'POST /api/assets/handovers/': { readonly sheetId: number; readonly no: string; readonly moved: number }
  }
}
