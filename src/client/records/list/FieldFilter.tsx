import type { FilterProps } from '#src/client/components/forms/kinds.ts'
import { inputOf } from '#src/client/components/forms/registry.ts'
import type { FieldKind } from '#src/fields/field.ts'

/** The filter of a field, whatever its kind; nothing where lists cannot be narrowed by it. Loads every kind of field: pages that start without them load this lazily. */
export default function FieldFilter(props: FilterProps<FieldKind>) {
  const { Filter } = inputOf(props.field)
  return Filter === undefined ? null : <Filter {...props} />
}
