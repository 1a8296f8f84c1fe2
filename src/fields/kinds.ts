/** The behaviour of fields, whatever their kind. */
import { kinds } from './derived/kinds.ts'
import type { Field, FieldValue } from './field.ts'
import { isEmpty, type Kind, type Lookups } from './kind.ts'

export { kinds } from './derived/kinds.ts'

/** The behaviour of a field, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const kindOf = (field: Field): Kind<Field> => kinds[field.kind] as unknown as Kind<Field>

/** The value as a person reads it; empty for no value. */
export const printValue = (field: Field, value: FieldValue | undefined, lookups: Lookups): string =>
  isEmpty(value) ? '' : kindOf(field).print(field, value as FieldValue, lookups)
