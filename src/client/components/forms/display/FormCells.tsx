import '../forms.css'
import type { ReactNode } from 'react'
import type { Facts, FieldPermission } from '#machines/ticket/definition/definition.ts'
import { isRequired, visibility } from '#src/fields/conditions.ts'
import { halfOf, isHalf, startsPeriod } from '#src/fields/date/period.ts'
import type { Field, Fields, FieldValue, FormData } from '#src/fields/field.ts'
import type { FormProblems } from '../form.ts'
import { FieldProblem } from '../inputs/FieldInput.tsx'
import type { Hints, Labels, Row } from '../kinds.ts'
import { FieldOutput } from './FieldText.tsx'
import { isWide } from './texts.ts'

export interface FormCellsProps {
  /** Ids of the controls are `<prefix><path>`, for labels and for finding the first problem. */
  readonly prefix: string
  readonly fields: Fields
  readonly labels: Labels
  readonly values: FormData
  /** What a person in this state of a ticket may do; fields not named are read. Without it everything may be written. */
  readonly permissions?: Readonly<Record<string, FieldPermission>>
  /** All fields of the form when these are one section of it, so that conditions see the others. */
  readonly all?: Fields
  /** Facts besides the form: applicant, thresholds. */
  readonly facts?: Facts
  /** The field whose value conditions know as `amount`. */
  readonly amountField?: string | undefined
  /** The stored row, for the names of what is already chosen. */
  readonly row?: Row
  /** What is wrong, also with fields that are only read here. */
  readonly problems?: FormProblems
  /** What is said below fields that are filled in. */
  readonly hints?: Hints
  /** The heading above: an optional field called the same does not repeat it on the screen. */
  readonly heading?: string
}

const NONE: FormProblems = {}

/** A field of a form where it stands. */
export interface FormCell {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly label: string
  readonly value: FieldValue | undefined
  readonly required: boolean
}

/** The fields of a form in two columns, one on narrow screens: conditions show and require, computed and forbidden fields are text. Without a control all are. */
export function FormCells({
  control,
  ...props
}: FormCellsProps & { readonly control: ((cell: FormCell) => ReactNode) | null }) {
  const { prefix, fields, labels, values, permissions, row } = props
  const { visible, facts } = visibility(props.all ?? fields, values, props.facts, props.amountField)
  const shown = Object.entries(fields).filter(([name]) => visible.has(name) && permissions?.[name] !== 'hidden')
  const names = new Set(shown.map(([name]) => name))
  const draw = (name: string, field: Field, beside: ReactNode): ReactNode => {
    const permission = permissions === undefined ? 'write' : (permissions[name] ?? 'read')
    const isText = control === null || field.computed === true || permission === 'read'
    const required = !isText && (permission === 'required' || isRequired(field, facts))
    const cell = { id: `${prefix}${name}`, name, field, label: labels(name), value: values[name], required }
    const isNamed = cell.label === props.heading && !required
    return (
      <div
        key={name}
        data-field={name}
        className={`form-cell${isWide(field) ? ' is-wide' : ''}${isNamed ? ' is-named' : ''}${startsPeriod(field) ? ' is-start' : ''}${beside === null ? '' : ' is-day'}`}
      >
        {isText ? (
          <FieldOutput
            id={cell.id}
            field={field}
            name={name}
            label={cell.label}
            value={cell.value}
            row={row ?? values}
            labels={labels}
          >
            <FieldProblem id={cell.id} name={name} problems={props.problems ?? NONE} />
          </FieldOutput>
        ) : (
          control(cell)
        )}
        {beside}
      </div>
    )
  }
  /** The half of a day stands beside its day. */
  const besideOf = (field: Field): ReactNode => {
    const half = halfOf(field)
    const other = half === undefined || !names.has(half) ? undefined : fields[half]
    return half === undefined || other === undefined ? null : draw(half, other, null)
  }
  const isBeside = (name: string): boolean => isHalf(Object.fromEntries(shown), name)
  return (
    <div className="form-fields">
      {shown.map(([name, field]) => (isBeside(name) ? null : draw(name, field, besideOf(field))))}
    </div>
  )
}

/** A form as it was filled in. */
export function FormText(props: FormCellsProps) {
  return <FormCells {...props} control={null} />
}
