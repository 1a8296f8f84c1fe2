/** What calls about counts of assets answer. */

/** What a scan came to. */
export type ScanResult = 'found' | 'elsewhere' | 'unexpected' | 'unknown' | 'already' | 'late'

/** A count in which the reader counts. */
export interface OpenCount {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly dueOn: string
  readonly expected: number
  readonly counted: number
}

export interface CountRoom {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly building: string | null
}

/** A line of the sheet: an asset that is expected, or one that was scanned. */
export interface CountLine {
  readonly id: number
  readonly assetId: number | null
  /** Asset number, or the label as it was read. */
  readonly label: string
  readonly name: string
  readonly model: string
  readonly sn: string
  readonly holder: string | null
  readonly roomId: number | null
  readonly isExpected: boolean
  readonly result: 'found' | 'elsewhere' | 'unexpected' | 'unknown' | 'missing'
  readonly foundRoomId: number | null
  readonly foundAt: string | null
  readonly foundBy: string | null
  readonly condition: string | null
  readonly note: string | null
  readonly photos: readonly number[]
  readonly decision: CountDecision | null
  readonly reason: string
  readonly outcome: string | null
}

/** keep: nothing changes; move: the card takes the room it was found in; lose: registered as lost; find: a lost asset is idle again. */
export type CountDecision = 'keep' | 'move' | 'lose' | 'find'

export interface AssetCountSheet {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly state: string
  readonly dueOn: string
  readonly mayCount: boolean
  readonly mayDecide: boolean
  readonly rooms: readonly CountRoom[]
  readonly lines: readonly CountLine[]
}

/** One scan as a browser keeps and sends it. */
export interface ScanEntry {
  readonly clientId: string
  readonly code: string
  readonly roomId: number | null
  /** ISO time on the device. */
  readonly at: string
  readonly method: 'scan' | 'typed' | 'tick'
  readonly condition?: string | undefined
  readonly note?: string | undefined
  readonly photos?: readonly number[] | undefined
}

export interface ScanAnswer {
  readonly clientId: string
  readonly result: ScanResult
  readonly label: string
  readonly name: string
  /** Where the books have it, when it was found elsewhere. */
  readonly bookRoom: string | null
  /** Who had it before, when it was already scanned. */
  readonly before: string | null
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/count/mine/': readonly OpenCount[]
    'GET /api/assets/count/:id/sheet/': AssetCountSheet
    'POST /api/assets/count/:id/scans/': readonly ScanAnswer[]
    'POST /api/assets/count/:id/decisions/': null
    'POST /api/assets/count/:id/sign/': { readonly sheetId: number; readonly no: string }
  }
}
