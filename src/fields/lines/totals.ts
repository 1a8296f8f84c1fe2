import { parseScaled } from '../decimal/scaled.ts'
import type { Fields, FormData } from '../field.ts'
import { sumMoney } from '../money/cents.ts'

/** Columns that have a sum. */
export const moneyNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'money' && field.isRate !== true ? [name] : []))

/** Sum of a money column over the rows that hold an amount (INV-12). */
export function totalOf(rows: readonly FormData[], name: string): string {
  return sumMoney(
    rows
      .map((row) => row[name])
      .filter((amount): amount is string => typeof amount === 'string' && parseScaled(amount, 2) !== null),
  )
}
