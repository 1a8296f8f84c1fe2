import type { RecordDefinition } from '#src/define/record.ts'
import type { Field } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'

/** The whole value that was asked for, when the action answers with one that lists show masked; each look is logged. */
export function revealedIn(record: Pick<RecordDefinition, 'fields'>, answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || 'id' in answer) return null
  const found = Object.entries(answer).filter(([name]) => record.fields[name]?.askedFor === true)
  return found.length === 0 ? null : found.map(([, value]) => String(value)).join(', ')
}

/** A stored value that everybody is shown masked is sent back as it came, or written anew; the server checks what is new. */
export const asShown = (field: Field): Field =>
  field.askedFor === true ? (kindOf(field).draft?.(field) ?? field) : field
