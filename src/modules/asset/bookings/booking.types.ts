import type { AssetChoice } from '../asset.types.ts'

/** Pool equipment and when it is free. */

export interface BookedPeriod {
  readonly id: number
  readonly startsAt: string
  readonly endsAt: string
  readonly state: string
  readonly person: string
  readonly isOwn: boolean
  /** Out beyond its end. */
  readonly isLate: boolean
}

export interface PoolAsset {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly room: string | null
  readonly state: string
  /** Why nobody can have it now; null when it can be booked. */
  readonly barredBy: 'inspection' | 'service' | 'repair' | null
  readonly periods: readonly BookedPeriod[]
}

export interface PoolCalendar {
  readonly from: string
  readonly days: number
  readonly assets: readonly PoolAsset[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/pool/': PoolCalendar
    'GET /api/assets/pool/options/': readonly AssetChoice[]
  }
}
