/** A spreadsheet cell as the value of a field: normalised once, before anything checks it (E15); names are turned into ids and codes. */
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import type { Problem } from '#src/define/problem.ts'
import type { Field } from '#src/fields/field.ts'
import type { ResolvedCell, Resolver } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { isCellFault } from '#src/server/uploads/kinds.ts'

/** What the form check is given for a cell; the check itself follows with the row. `readAs` is set when a person would see another text than the one in the cell. */
export type ReadCell = ResolvedCell & { readonly readAs?: string }

export function readCell(field: Field, cell: unknown, resolver: Resolver): ReadCell {
  if (isCellFault(cell)) return { problem: faultOf(cell.fault, cell.text) }
  const text = textOf(cell)
  const read = kindOf(field).readCell?.(field, cell, text, resolver) ?? { value: text }
  // Names become ids by lookup; only what stays a text or a number was rewritten.
  const isRewritten = typeof cell === 'string' && 'value' in read && typeof read.value === 'string' && isWritten(field)
  return isRewritten && read.value !== cell.trim() ? { ...read, readAs: read.value } : read
}

/** Whether what a person writes is the value itself. */
const isWritten = ({ kind }: Field): boolean =>
  kind === 'text' ||
  kind === 'date' ||
  kind === 'dateTime' ||
  kind === 'integer' ||
  kind === 'decimal' ||
  kind === 'quantity' ||
  kind === 'money'

/** What is wrong with a cell that holds no value. */
export const faultOf = (fault: 'errorValue' | 'noStoredValue', text: string): Problem =>
  fault === 'errorValue' ? { key: 'import.errorValue', params: [text] } : { key: 'import.noStoredValue' }

/** Digits of a number that a spreadsheet shows; the rest is the error of its floating point. */
const SHOWN_DIGITS = 15

/** The reader gives dates as UTC midnights of the day that stands in the cell, and a number counts as the spreadsheet shows it. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number') return String(Number(cell.toPrecision(SHOWN_DIGITS)))
  // A leading ' was put there by the export to keep a formula from running.
  return trimText(String(cell)).replace(/^'(?=[=+\-@])/, '')
}
