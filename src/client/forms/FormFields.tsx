import type { FieldValue } from '#src/fields/field.ts'
import { FieldInput } from './FieldInput.tsx'
import { FormCells, type FormCellsProps } from './FormCells.tsx'
import type { FormProblems } from './form.ts'

export interface FormFieldsProps extends FormCellsProps {
  readonly onChange: (name: string, value: FieldValue) => void
  readonly problems: FormProblems
  readonly disabled?: boolean
}

/** The fields of a form to be filled in. */
export function FormFields({ onChange, problems, disabled = false, ...cells }: FormFieldsProps) {
  const { row, labels } = cells
  return (
    <FormCells
      {...cells}
      control={(cell) => (
        <FieldInput
          {...cell}
          onChange={(value) => onChange(cell.name, value)}
          problems={problems}
          disabled={disabled}
          context={row === undefined ? { labels } : { row, labels }}
        />
      )}
    />
  )
}
