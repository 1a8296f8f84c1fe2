import { Link } from 'react-router-dom'
import type { KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { labelIn, PickerFilter, PickerInput, PickerText } from '#src/client/forms/Picker.tsx'

/** Tickets have their own page wherever they are mentioned. */
function ReferenceText(props: TextProps<'reference'>) {
  const { field, name, value, row } = props
  if (field.record !== 'ticket' || typeof value !== 'number') return <PickerText {...props} />
  return <Link to={`/workflow/ticket/${value}`}>{labelIn(row, name) ?? `#${value}`}</Link>
}

export const referenceClient: KindClient<'reference'> = {
  Input: PickerInput,
  Text: ReferenceText,
  Filter: PickerFilter,
}
