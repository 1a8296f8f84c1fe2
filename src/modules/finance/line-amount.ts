import { parseScaled } from '#src/fields/decimal/scaled.ts'
import type { FormData } from '#src/fields/field.ts'
import { fromCents, sumMoney } from '#src/fields/money/cents.ts'

/** Quantity times price, rounded half up to the cent (INV-12); null while one of them is missing. */
export function lineAmount(qty: unknown, price: unknown): string | null {
  const count = parseScaled(qty, 2)
  const cents = parseScaled(price, 2)
  return count === null || cents === null || count < 0n || cents < 0n ? null : fromCents((count * cents + 50n) / 100n)
}

/** The rows with their amounts, and the exact sum of these. */
export function priceRows(rows: readonly FormData[]): { rows: readonly FormData[]; total: string } {
  const counted = rows.map((row) => ({ ...row, amount: lineAmount(row.qty, row.price) }))
  return { rows: counted, total: sumMoney(counted.flatMap(({ amount }) => amount ?? [])) }
}
