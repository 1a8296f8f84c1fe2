/** What a form offers to choose its lines from: cards with picture, price and what may still be had. */
import type { FormData } from '#src/fields/field.ts'

/** What a standard still gives the applicant of an item. */
export interface CatalogueAllowance {
  /** Pieces in all; null when no standard speaks of the item. */
  readonly max: number | null
  readonly left: number | null
  /** Day from which the next piece is due; null when none is. */
  readonly nextDueAt: string | null
  /** What may be had depends on the room, which the line names. */
  readonly isByRoom: boolean
}

export interface CatalogueItem {
  readonly id: number
  readonly name: string
  readonly spec: string
  readonly unit: string
  /** What it is packed in, and how many of its units a pack has; null for both where it has none. */
  readonly packUnit: string | null
  readonly packQty: number | null
  readonly category: string
  /** File of its picture. */
  readonly picture: number | null
  readonly maxPerRequest: number
  readonly oneHolder: boolean
  readonly controlled: boolean
  /** In stock, or idle. */
  readonly available: number
  /** Digits behind the point of its quantities. */
  readonly qtyPlaces: number
  /** Yuan for one; null when unknown. */
  readonly price: string | null
  readonly pinyin: string
  readonly initials: string
  readonly isFavourite: boolean
  /** null where no standard is asked. */
  readonly allowance: CatalogueAllowance | null
  /** Cells that its line starts with, such as the size of the applicant. */
  readonly cells: FormData
}
export interface CatalogueLine {
  readonly itemId: number
  readonly qty: number
}
export interface CatalogueKit {
  readonly id: number
  readonly name: string
  readonly lines: readonly CatalogueLine[]
}
export interface Catalogue {
  readonly items: readonly CatalogueItem[]
  readonly kits: readonly CatalogueKit[]
  /** Lines of the person's last request of the type. */
  readonly last: readonly CatalogueLine[]
}
