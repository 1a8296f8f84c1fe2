import './forms.css'
import type { Facts, FieldPermission } from '#machines/ticket/definition.ts'
import { isRequired, visibility } from '#src/fields/conditions.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { FieldInput, FieldOutput } from './FieldInput.tsx'
import type { FormProblems } from './form.ts'
import type { Labels, Row } from './kinds.ts'
import { isWide } from './registry.ts'

export interface FormFieldsProps {
  /** Ids of the controls are `<prefix><path>`, for labels and for finding the first problem. */
  readonly prefix: string
  readonly fields: Fields
  readonly labels: Labels
  readonly values: FormData
  readonly onChange: (name: string, value: FieldValue) => void
  readonly problems: FormProblems
  /** What a person in this state of a ticket may do; fields not named are read. Without it everything may be written. */
  readonly permissions?: Readonly<Record<string, FieldPermission>>
  /** All fields of the form when these are one section of it, so that conditions see the others. */
  readonly all?: Fields
  /** Facts besides the form: applicant, thresholds. */
  readonly facts?: Facts
  /** The stored row, for the names of what is already chosen. */
  readonly row?: Row
  readonly disabled?: boolean
  /** The heading above: an optional field called the same does not repeat it on the screen. */
  readonly heading?: string
}

/** The fields of a form in two columns, one on narrow screens: conditions show and require, computed and forbidden fields are text. */
export function FormFields(props: FormFieldsProps) {
  const { prefix, fields, labels, values, onChange, problems, permissions, row, disabled = false } = props
  const { visible, facts } = visibility(props.all ?? fields, values, props.facts)
  const shown = Object.entries(fields).filter(([name]) => visible.has(name) && permissions?.[name] !== 'hidden')
  return (
    <div className="form-fields">
      {shown.map(([name, field]) => {
        const id = `${prefix}${name}`
        const permission = permissions === undefined ? 'write' : (permissions[name] ?? 'read')
        const label = labels(name)
        const isText = field.computed === true || permission === 'read'
        const isRequiredNow = !isText && (permission === 'required' || isRequired(field, facts))
        const isNamed = label === props.heading && !isRequiredNow
        return (
          <div key={name} className={`form-cell${isWide(field) ? ' is-wide' : ''}${isNamed ? ' is-named' : ''}`}>
            {isText ? (
              <FieldOutput
                id={id}
                field={field}
                name={name}
                label={label}
                value={values[name]}
                row={row ?? values}
                labels={labels}
              />
            ) : (
              <FieldInput
                id={id}
                field={field}
                name={name}
                label={label}
                value={values[name]}
                onChange={(value) => onChange(name, value)}
                problems={problems}
                required={isRequiredNow}
                disabled={disabled}
                context={row === undefined ? { labels } : { row, labels }}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
