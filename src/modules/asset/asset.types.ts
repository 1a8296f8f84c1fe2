/** What calls about assets answer. */
import type { Catalogue } from '#src/define/tickets/catalogue.ts'

export type EquipmentType = 'officeElectronicEquipment' | 'officeFurniture'

/** An asset that somebody holds, in the personal centre. */
export interface OwnAsset {
  /** Of the allocation. */
  readonly id: number
  readonly assetId: number
  readonly assetNo: string
  readonly name: string
  readonly model: string
  readonly sn: string
  readonly category: string
  readonly state: string
  readonly room: string | null
  readonly since: string
  /** Last day of a loan. */
  readonly until: string | null
  readonly allocationState: string
  readonly ticketId: number | null
  readonly ticketNo: string | null
}

/** A choice of an asset in a form. */
export interface AssetChoice {
  readonly id: number
  readonly label: string
}

/** What a run of the depreciation did. */
export interface DepreciationRun {
  /** Last month that is charged. */
  readonly month: string
  /** Numbers of assets whose figures do not fit. */
  readonly refused: readonly string[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/assets/own/': readonly OwnAsset[]
    'POST /api/assets/own/:id/confirm/': { readonly confirmed: number }
    'GET /api/assets/asset/idle/': readonly AssetChoice[]
    'GET /api/assets/repair/orders/': readonly AssetChoice[]
    'GET /api/assets/asset/serving/': readonly AssetChoice[]
    'GET /api/assets/asset/by_no/:no/': { readonly id: number; readonly page: 'register' | 'own' }
    'GET /api/assets/catalogue/': Catalogue
    'PUT /api/assets/favourite/:id/': { readonly isFavourite: boolean }
    'POST /api/assets/depreciate/': DepreciationRun
  }
}
