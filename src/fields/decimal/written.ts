import { trimText } from '#machines/ticket/engine/visibleText.ts'

/** A number as people write it, without separators of thousands (`1,000`) and without the sign of the currency. Anything else stays as typed, for the check to refuse (E15). */
export function settleNumber(text: string): string {
  const typed = trimText(text.normalize('NFKC'))
  const match = /^(?:¥\s*)?([+-]?)(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d+)?$/.exec(typed)
  return match === null ? typed : `${match[1]}${match[2]?.replace(/[, ]/g, '')}${match[3] ?? ''}`
}
