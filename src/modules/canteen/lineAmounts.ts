import type { FormData } from '#src/fields/field.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { StoreDocument } from '#src/modules/stock/contract.ts'

/** What the line of this index was worth, out of what the ledger moved. */
export const amountOfLine = ({ parts }: StoreDocument, index: number): string =>
  sumMoney(parts.filter(({ line }) => line === index).map(({ value }) => value))

/** The lines, each with what it was worth. */
export const withAmounts = (lines: readonly FormData[], posted: StoreDocument): readonly FormData[] =>
  lines.map((line, index) => ({ ...line, amount: amountOfLine(posted, index) }))
