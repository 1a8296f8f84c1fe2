import { fromCents, toCents } from '#src/fields/money/cents.ts'

/** What each of so many people costs on each of so many days, rounded half up to the cent; null while a number is missing. */
export function perHeadOf(amount: string, people: unknown, days: unknown): string | null {
  if (typeof people !== 'number' || typeof days !== 'number' || people < 1 || days < 1) return null
  const parts = BigInt(people * days)
  return fromCents((toCents(amount) * 2n + parts) / (2n * parts))
}
