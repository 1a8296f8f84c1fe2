import type { CatalogueItem, CatalogueLine } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { addQty, fitsPlaces, QTY_PLACES, subtractQty, sumQty } from '#src/fields/quantity/quantities.ts'

/** The quantity of a line; what is being typed may be none yet. */
const qtyOf = ({ qty }: FormData): number => (typeof qty === 'number' && fitsPlaces(qty, QTY_PLACES) ? qty : 0)

/** Lines with these quantities added: an item that is there already is raised, an empty line is filled first. */
export function withItems(
  lines: readonly FormData[],
  more: readonly CatalogueLine[],
  items: readonly CatalogueItem[],
): readonly FormData[] {
  let rows = lines.filter((row) => typeof row.itemId === 'number')
  for (const { itemId, qty } of more) {
    const before = rows.find((row) => row.itemId === itemId)
    const cells = items.find(({ id }) => id === itemId)?.cells
    rows =
      before === undefined
        ? [...rows, { ...cells, itemId, qty }]
        : rows.map((row) => (row === before ? { ...row, qty: addQty(qtyOf(row), qty) } : row))
  }
  return rows
}

/** Pieces of the item over all lines. */
export const chosenOf = (lines: readonly FormData[], itemId: number): number =>
  sumQty(lines.filter((row) => row.itemId === itemId).map(qtyOf))

/** Lines with so many pieces of the item: what is added or taken away is added to or taken from its last line. */
export function withQuantity(lines: readonly FormData[], item: CatalogueItem, qty: number): readonly FormData[] {
  const at = lines.findLastIndex((row) => row.itemId === item.id)
  const row = lines[at]
  if (row === undefined) return qty > 0 ? withItems(lines, [{ itemId: item.id, qty }], [item]) : lines
  const own = subtractQty(addQty(qtyOf(row), qty), chosenOf(lines, item.id))
  return own > 0 ? lines.with(at, { ...row, qty: own }) : lines.filter((_, index) => index !== at)
}

/** Most pieces of the item that a request may have: where the standard binds, no more than is left of it. */
export function mostOf({ oneHolder, maxPerRequest, allowance }: CatalogueItem, isBound: boolean): number {
  const most = oneHolder ? 1 : maxPerRequest
  return isBound && allowance !== null ? Math.min(most, Math.max(0, allowance.left ?? 0)) : most
}
