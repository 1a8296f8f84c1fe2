import type { Fields } from '../field.ts'

/** The two fields of the period that a day begins or ends; null for a day by itself. */
export function periodOf(fields: Fields, name: string): { readonly from: string; readonly to: string } | null {
  const field = fields[name]
  if (field?.kind === 'date' && field.until !== undefined) return { from: name, to: field.until }
  const from = Object.keys(fields).find((other) => {
    const start = fields[other]
    return start?.kind === 'date' && start.until === name
  })
  return from === undefined ? null : { from, to: name }
}
