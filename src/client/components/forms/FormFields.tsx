import type { FieldValue, FormData } from '#src/fields/field.ts'
import { FormCells, type FormCellsProps } from './display/FormCells.tsx'
import type { FormProblems } from './form.ts'
import { FieldInput } from './inputs/FieldInput.tsx'
import { periodAround } from './inputs/period.ts'
import type { FieldContext } from './kinds.ts'

export interface FormFieldsProps extends FormCellsProps {
  readonly onChange: (name: string, value: FieldValue) => void
  /** Several at once, where one after the other would not do. */
  readonly onChangeAll?: (values: FormData) => void
  readonly problems: FormProblems
  readonly disabled?: boolean
}

/** The fields of a form to be filled in. */
export function FormFields({ onChange, onChangeAll, problems, disabled = false, ...cells }: FormFieldsProps) {
  const { row, labels, values } = cells
  const changeAll = (all: FormData): void => {
    if (onChangeAll !== undefined) onChangeAll(all)
    else for (const [name, value] of Object.entries(all)) onChange(name, value ?? null)
  }
  const contextOf = (name: string): FieldContext => {
    const period = periodAround(cells.all ?? cells.fields, name, values, changeAll)
    return {
      labels,
      ...(row !== undefined && { row }),
      ...(cells.facts !== undefined && { facts: cells.facts }),
      ...(period !== undefined && { period }),
    }
  }
  return (
    <FormCells
      {...cells}
      problems={problems}
      control={(cell) => (
        <FieldInput
          {...cell}
          onChange={(value) => onChange(cell.name, value)}
          problems={problems}
          disabled={disabled}
          hint={cells.hints?.(cell.name)}
          context={contextOf(cell.name)}
        />
      )}
    />
  )
}
