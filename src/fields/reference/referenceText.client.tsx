import { Link } from 'react-router-dom'
import { PickerText } from '#src/client/components/forms/display/PickerText.tsx'
import type { KindText, TextProps } from '#src/client/components/forms/kinds.ts'
import { labelIn } from '#src/client/components/forms/labelIn.ts'

/** Tickets have their own page wherever they are mentioned. */
function ReferenceText(props: TextProps<'reference'>) {
  const { field, name, value, row } = props
  if (field.record !== 'ticket' || typeof value !== 'number') return <PickerText {...props} />
  return <Link to={`/workflow/ticket/${value}`}>{labelIn(row, name) ?? `#${value}`}</Link>
}

export const referenceText: KindText<'reference'> = { Text: ReferenceText }
