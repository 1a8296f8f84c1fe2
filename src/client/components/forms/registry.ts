/** The inputs and filters of fields, whatever their kind. */
import { inputs } from '#src/fields/derived/inputs.client.ts'
import type { Field, FieldKind } from '#src/fields/field.ts'
import type { KindInput } from './kinds.ts'

/** How a field is written and asked for, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const inputOf = (field: Field): KindInput<FieldKind> => inputs[field.kind] as unknown as KindInput<FieldKind>
