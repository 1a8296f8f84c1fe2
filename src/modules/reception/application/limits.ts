/** What one letter, its heads and its money allow (REC-01 to REC-03), pure. */
import { addDays } from '#src/define/days.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, fromCents, timesMoney, toCents } from '#src/fields/money/cents.ts'
import { fileIdsIn as idsIn } from '#src/fields/values.ts'

/** Guests up to which `FEW_ESCORTS` may go with them (REC-02). */
const FEW_GUESTS = 10
const FEW_ESCORTS = 3
/** Above that, guests for each escort (REC-02). */
const GUESTS_PER_ESCORT = 3
/** 23.9: days before the meal on which a letter may have been written at the earliest. */
export const LETTER_DAYS = 60
/** Receptions are charged to this subject (23.9), which the figures of 三公 read (REC-06). */
export const RECEPTION_SUBJECT = '30217'

/** Ranks, the highest first, as the standards name them. */
export const ranks = ['bureau', 'division', 'section', 'staff'] as const
export type Rank = (typeof ranks)[number]

/** The meal is not eaten in the canteen. */
export const isOutside = (form: FormData): boolean => form.place === 'external'

/** Guests and escorts together. */
export const headsOf = (form: FormData): number => rowsOf(form.guests).length + idsIn(form.escorts).length

/** REC-02: how many may go with so many guests. */
export const escortLimit = (guests: number): number =>
  guests <= FEW_GUESTS ? FEW_ESCORTS : Math.floor(guests / GUESTS_PER_ESCORT)

/** The highest rank among the guests; null before there is one. */
export const topRankOf = (guests: FieldValue | undefined): Rank | null => {
  const named = rowsOf(guests).map(({ rankLevel }) => rankLevel)
  return ranks.find((rank) => named.includes(rank)) ?? null
}

/** Whether a sum stays within the standard of so many people. */
export const isWithin = (amount: string, standard: string, heads: number): boolean =>
  compareMoney(amount, timesMoney(standard, heads)) <= 0

/** A sum by head, rounded up to a cent so that what exceeds a standard is shown above it. */
export function perHeadOf(amount: string, heads: number): string {
  if (heads <= 0) return amount
  const [cents, count] = [toCents(amount), BigInt(heads)]
  return fromCents((cents + count - 1n) / count)
}

/** The first day a letter to a meal on this day may carry. */
export const firstLetterDay = (mealDay: string): string => addDays(mealDay, -LETTER_DAYS)

/** Brackets that letter numbers are written with, all read as one. */
const opening = /[〔［【(〈《[]/gu
const closing = /[〕］】)〉》\]]/gu

/** INV-14: a unit or a number of a letter as it is compared: width, case, brackets, spaces and invisible characters make no other letter. */
export const letterKeyOf = (written: string): string =>
  written
    .normalize('NFKC')
    .replace(opening, '[')
    .replace(closing, ']')
    .replace(/[\s\p{C}\p{Z}]/gu, '')
    .toLowerCase()

/** `2026-Q1` of a day. */
export const quarterOf = (day: string): string => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
