import { parseScaled } from '#src/fields/decimal/scaled.ts'
import type { FormData } from '#src/fields/field.ts'
import { fromCents } from '#src/fields/money/cents.ts'

/** What a person earns, and what is kept from it (95-fields). */
export const earnings = ['base', 'post', 'performance', 'overtime', 'otherAdd'] as const
export const deductions = ['socialInsurance', 'housingFund', 'tax', 'otherDeduct'] as const

/** A change of the gross pay beyond this many percent, up or down, wants a word (21.8). */
export const NOTABLE_PCT = 20

const cents = (value: unknown): bigint => parseScaled(value, 2) ?? 0n
const sum = (row: FormData, columns: readonly string[]): bigint =>
  columns.reduce((total, column) => total + cents(row[column]), 0n)

/** Gross and net pay of a line; net may be negative until FIN-81 refuses it. */
export function payOf(row: FormData): { readonly gross: string; readonly net: string } {
  const gross = sum(row, earnings)
  return { gross: fromCents(gross), net: fromCents(gross - sum(row, deductions)) }
}

/** Percent by which an amount differs from the last one, half away from zero to one place; null without a last one. */
export function changePct(now: string, last: string | undefined): string | null {
  const before = cents(last)
  if (before <= 0n) return null
  const difference = (cents(now) - before) * 1000n
  const size = ((difference < 0n ? -difference : difference) * 2n + before) / (before * 2n)
  const text = `${size / 10n}.${size % 10n}`
  return difference < 0n && size > 0n ? `-${text}` : text
}

/** Whether the change wants a word. */
export const isNotable = (pct: unknown): boolean => typeof pct === 'string' && Math.abs(Number(pct)) > NOTABLE_PCT

/** Exact sum of columns over all rows. */
export const totalOfColumns = (rows: readonly FormData[], columns: readonly string[]): string =>
  fromCents(rows.reduce((total, row) => total + sum(row, columns), 0n))
