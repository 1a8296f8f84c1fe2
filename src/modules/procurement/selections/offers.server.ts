/** Quotes of a round as they are compared: in the order in which their envelopes came. */
import type { UnitOfWork } from '#src/define/server.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import type { SelectionRow } from './rows.server.ts'
import type { Weights } from './scoring.ts'

/** Quotes of the round, in the order of their envelopes. */
export const quotesOf = (unit: UnitOfWork, { id, round }: Pick<SelectionRow, 'id' | 'round'>) =>
  unit.db
    .selectFrom('selection_quote')
    .innerJoin('vendor', 'vendor.id', 'selection_quote.vendorId')
    .leftJoin('selection_receipt', (join) =>
      join
        .onRef('selection_receipt.selectionId', '=', 'selection_quote.selectionId')
        .onRef('selection_receipt.round', '=', 'selection_quote.round')
        .onRef('selection_receipt.vendorId', '=', 'selection_quote.vendorId')
        .on('selection_receipt.endedAt', 'is', null),
    )
    .select([
      'selection_quote.vendorId',
      'vendor.name as vendor',
      'selection_quote.amount',
      'selection_quote.deliveryDays',
      'selection_quote.warrantyMonths',
      'selection_quote.prices',
      'selection_quote.fileHash',
      'selection_quote.isValid',
      'selection_quote.invalidReason',
      'selection_quote.isWinner',
      'selection_quote.rank',
      'selection_quote.priceScore',
      'selection_quote.panelScore',
      'selection_quote.totalScore',
    ])
    .where('selection_quote.selectionId', '=', id)
    .where('selection_quote.round', '=', round)
    .orderBy('selection_receipt.receivedAt')
    .orderBy('selection_receipt.id')
    .orderBy('selection_quote.id')
    .execute()

/** Whether a quote is valid and within the ceiling. */
export const isCompliant = (
  { isValid, amount }: { readonly isValid: boolean; readonly amount: string },
  { ceiling }: Pick<SelectionRow, 'ceiling'>,
): boolean => isValid && compareMoney(amount, ceiling) <= 0

/** Points at most of a selection that is scored. */
export const weightsOf = (row: SelectionRow): Weights => ({
  price: row.priceWeight ?? 0,
  quality: row.qualityWeight ?? 0,
  delivery: row.deliveryWeight ?? 0,
  service: row.serviceWeight ?? 0,
})
