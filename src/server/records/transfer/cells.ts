/** A spreadsheet cell as the value of a field; names are turned into ids and codes. */
import type { Problem } from '#src/define/problem.ts'
import type { Field, FieldValue } from '#src/fields/field.ts'

export type Resolved = { readonly value: FieldValue } | { readonly problem: Problem }

/** Finds what a name in a cell means. */
export interface Resolver {
  readonly entry: (dictionary: string, text: string) => Resolved
  readonly person: (text: string) => Resolved
  readonly department: (text: string) => Resolved
  readonly record: (record: string, text: string) => Resolved
}

/** What the form check is given for a cell; the check itself follows with the row. */
export function readCell(field: Field, cell: unknown, resolver: Resolver): Resolved {
  const text = textOf(cell, field)
  switch (field.kind) {
    case 'choice':
      return resolver.entry(field.dictionary, text)
    case 'boolean':
      return typeof cell === 'boolean' ? { value: cell } : resolver.entry('yesNo', text)
    case 'person':
      return resolver.person(text)
    case 'department':
      return resolver.department(text)
    case 'reference':
      return resolver.record(field.record, text)
    default:
      return { value: text }
  }
}

/** The reader gives dates as UTC midnights of the day that stands in the cell, and the shortest text of a number is the number that was typed. */
function textOf(cell: unknown, field: Field): string {
  if (cell instanceof Date) {
    const moment = cell.toISOString()
    return field.kind === 'dateTime' ? moment.slice(0, 19).replace('T', ' ') : moment.slice(0, 10)
  }
  // A leading ' was put there by the export to keep a formula from running.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}
