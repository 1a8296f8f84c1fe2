/** The server's part of fields, whatever their kind. */
import { serverParts } from './derived/kinds.server.ts'
import type { Field } from './field.ts'
import type { KindServer } from './kind.server.ts'

export { serverParts } from './derived/kinds.server.ts'

/** The server's part of a field, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const serverOf = (field: Field): KindServer<Field> => serverParts[field.kind] as unknown as KindServer<Field>
