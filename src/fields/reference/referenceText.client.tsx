import { Link } from 'react-router-dom'
import type { KindText, TextProps } from '#src/client/forms/kinds.ts'
import { labelIn } from '#src/client/forms/labelIn.ts'
import { PickerText } from '#src/client/forms/PickerText.tsx'

/** Tickets have their own page wherever they are mentioned. */
function ReferenceText(props: TextProps<'reference'>) {
  const { field, name, value, row } = props
  if (field.record !== 'ticket' || typeof value !== 'number') return <PickerText {...props} />
  return <Link to={`/workflow/ticket/${value}`}>{labelIn(row, name) ?? `#${value}`}</Link>
}

export const referenceText: KindText<'reference'> = { Text: ReferenceText }
