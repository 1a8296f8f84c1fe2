import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { Field, Fields } from '#src/fields/field.ts'
import { useFormLabels } from '../labels.ts'
import type { OwnColumns } from './columns.tsx'

/** The fields of one type as columns `form.<field>` (APP-SHELL Mine). */
export function ownColumns(type: string, fields: Fields): OwnColumns {
  const columns = Object.entries(fields).map(
    ([name, field]) =>
      [
        `form.${name}`,
        {
          cell: (row: TicketRow) => <OwnText type={type} field={field} name={name} row={row} />,
          ...(readingOf(field).align === 'right' && { isRight: true as const }),
        },
      ] as const,
  )
  return { type, columns: Object.fromEntries(columns) }
}

interface OwnTextProps {
  readonly type: string
  readonly field: Field
  readonly name: string
  readonly row: TicketRow
}

function OwnText({ type, field, name, row }: OwnTextProps) {
  const labels = useFormLabels(type)
  const form = row.formData ?? {}
  return <FieldText field={field} name={name} value={form[name]} row={form} labels={labels} />
}
