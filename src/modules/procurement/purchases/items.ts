/** The lines of a purchase as they stand in its row. */
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { subtractQty } from '#src/fields/quantity/quantities.ts'
import { idIn, textIn } from '#src/fields/values.ts'

export interface PurchaseItem {
  readonly demandId: number | null
  readonly itemId: number | null
  readonly size: string
  readonly name: string
  readonly spec: string
  readonly unit: string
  readonly qty: number
  readonly price: string
  readonly assetLink: boolean
  /** Entry of dictionary assetCategory, for what has cards. */
  readonly assetCategory: string
  /** The item of the allocation standards that the cards are of. */
  readonly standardItemId: number | null
  readonly deptId: number | null
  readonly acceptedQty: number
}

/** The lines out of the column or a form. */
export const itemsOf = (items: unknown): readonly PurchaseItem[] =>
  rowsOf(items as FormData[string]).map((row) => ({
    demandId: idIn(row.demandId),
    itemId: idIn(row.itemId),
    size: textIn(row.size),
    name: textIn(row.name),
    spec: textIn(row.spec),
    unit: textIn(row.unit),
    qty: Number(row.qty),
    price: textIn(row.price) || '0.00',
    assetLink: row.assetLink === true,
    assetCategory: textIn(row.assetCategory),
    standardItemId: idIn(row.standardItemId),
    deptId: idIn(row.deptId),
    acceptedQty: Number(row.acceptedQty ?? 0),
  }))

/** What is still to come of each line. */
export const openItemsOf = (items: unknown): readonly FormData[] =>
  itemsOf(items).map(({ name, spec, qty, acceptedQty }) => ({
    name: `${name} ${spec}`.trim().slice(0, 100),
    qty: subtractQty(qty, acceptedQty),
    serials: null,
  }))
