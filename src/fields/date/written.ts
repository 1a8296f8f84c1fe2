import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { isDay } from './day.ts'

/** Brings a typed day into wire form: `2026-1-5`, `2026/01/05`, `2026.1.5`, `20260105`, or with the Chinese words for year, month and day. Anything else stays as typed, for the check to refuse. */
export function settleDay(text: string): string {
  const typed = trimText(text.normalize('NFKC'))
  const match = /^(\d{4})(\d\d)(\d\d)$/.exec(typed) ?? /^(\d{4})\D(\d{1,2})\D(\d{1,2})\D?$/.exec(typed)
  if (match === null) return typed
  const day = `${match[1]}-${match[2]?.padStart(2, '0')}-${match[3]?.padStart(2, '0')}`
  return isDay(day) ? day : typed
}

/** The same for a moment; a missing time is the start of the day, missing seconds are 0. */
export function settleMoment(text: string): string {
  const typed = trimText(text.normalize('NFKC'))
  const match = /^(.*?)(?:[\sT]+(\d{1,2})\D(\d{1,2})(?:\D(\d{1,2})?)?)?$/.exec(typed)
  const day = settleDay(match?.[1] ?? '')
  if (!isDay(day)) return typed
  const [hours, minutes, seconds] = [match?.[2] ?? '0', match?.[3] ?? '0', match?.[4] ?? '0'].map((part) =>
    part.padStart(2, '0'),
  )
  return `${day} ${hours}:${minutes}:${seconds}`
}
