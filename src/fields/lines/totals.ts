import { parseScaled } from '../decimal/scaled.ts'
import type { Fields, FormData } from '../field.ts'
import { fromCents } from '../money/cents.ts'

/** Columns that have a sum. */
export const moneyNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.kind === 'money' && field.isRate !== true ? [name] : []))

/** What each row adds to each sum, in cents. A row that changes is another object: of thousands only that one is read anew. */
const known = new WeakMap<FormData, Map<string, bigint>>()

function centsOf(row: FormData, names: readonly string[]): ReadonlyMap<string, bigint> {
  const cents = known.get(row) ?? new Map<string, bigint>()
  if (cents.size === 0) known.set(row, cents)
  for (const name of names) {
    if (cents.has(name)) continue
    const amount = row[name]
    cents.set(name, (typeof amount === 'string' ? parseScaled(amount, 2) : null) ?? 0n)
  }
  return cents
}

/** Sums of money columns over the rows that hold an amount (INV-12). */
export function totalsOf(rows: readonly FormData[], names: readonly string[]): ReadonlyMap<string, string> {
  const each = rows.map((row) => centsOf(row, names))
  return new Map(names.map((name) => [name, fromCents(each.reduce((sum, cents) => sum + (cents.get(name) ?? 0n), 0n))]))
}

/** What a total is called: a column that is itself called a total keeps its name. */
export const totalLabel = (label: string, sum: string, total: (label: string) => string): string =>
  label.toLowerCase().includes(sum.toLowerCase()) ? label : total(label)
