/** A spreadsheet cell as the value of a field; names are turned into ids and codes. */
import type { Field } from '#src/fields/field.ts'
import type { ResolvedCell, Resolver } from '#src/fields/kind.ts'
import { kindOf } from '#src/fields/kinds.ts'

/** What the form check is given for a cell; the check itself follows with the row. */
export function readCell(field: Field, cell: unknown, resolver: Resolver): ResolvedCell {
  const text = textOf(cell)
  return kindOf(field).readCell?.(field, cell, text, resolver) ?? { value: text }
}

/** The reader gives dates as UTC midnights of the day that stands in the cell, and the shortest text of a number is the number that was typed. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // A leading ' was put there by the export to keep a formula from running.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}
