/** Lines of a request for clothing as its rules look at them. */

import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import type { StockItemFigures } from '#src/modules/stock/contract.ts'
import { type RequestedLine, requestedLines } from '../forms/lines.ts'

export interface ClothingLine extends RequestedLine {
  readonly personId: number
  readonly item: StockItemFigures
  /** The card that is given back for what is damaged; null for none. */
  readonly oldAssetId: number | null
}

/** Reasons that use up no entitlement: a piece takes the place of another. */
export const isReplacement = (reasonType: unknown): boolean => reasonType === 'damaged' || reasonType === 'lost'

/** Lines whose item and person are known. */
export function clothingLines(
  form: FormData,
  items: ReadonlyMap<number, StockItemFigures>,
  applicantId: number,
): readonly ClothingLine[] {
  const rows = rowsOf(form.lines)
  return requestedLines(form).flatMap((line) => {
    const item = items.get(line.itemId)
    const personId = form.receiveFor === 'members' ? line.userId : applicantId
    const old = rows[line.lineNo - 1]?.oldAssetId
    return item && personId !== null
      ? [{ ...line, personId, item, oldAssetId: typeof old === 'number' ? old : null }]
      : []
  })
}
