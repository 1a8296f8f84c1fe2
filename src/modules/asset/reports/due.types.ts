import type { FileContent } from '#src/define/answers/answers.ts'

/** What is coming up for assets (widget assetDue, 10.2). */
export interface DueAsset {
  readonly id: number
  readonly assetNo: string
  readonly name: string
  readonly kind: 'warranty' | 'life' | 'inspection' | 'service' | 'loan'
  readonly day: string
}
export interface AssetDue {
  /** Warranties and lives that end within 90 days, as the lists behind them count. */
  readonly warranty: number
  readonly life: number
  /** Inspections due within 30 days or overdue. */
  readonly inspection: number
  readonly service: number
  /** Loans beyond their end. */
  readonly loan: number
  /** Days to which the lists behind the figures are narrowed. */
  readonly until: string
  readonly inspectUntil: string
  readonly today: string
  readonly yesterday: string
  readonly first: readonly DueAsset[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/due/': AssetDue
    'GET /api/assets/finance/export_data/': FileContent
  }
}
