/** The texts of fields, whatever their kind. */
import { texts } from '#src/fields/derived/texts.client.ts'
import type { Field, FieldKind } from '#src/fields/field.ts'
import type { KindText } from '../kinds.ts'

/** How a field is read, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const readingOf = (field: Field): KindText<FieldKind> => texts[field.kind] as unknown as KindText<FieldKind>

/** Whether a field takes the whole width of a form. */
export const isWide = (field: Field): boolean => readingOf(field).isWide?.(field) === true
