import { FormGroup, Intent } from '@blueprintjs/core'
import { Suspense } from 'react'
import { SkeletonRows } from '#src/client/components/ui/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import type { Field, FieldValue } from '#src/fields/field.ts'
import { type FormProblems, problemsBelow } from '../form.ts'
import type { FieldContext } from '../kinds.ts'
import { inputOf } from '../registry.ts'

export interface FieldInputProps {
  /** Id of the control; the problem stands under `<id>-problem`. */
  readonly id: string
  readonly field: Field
  readonly name: string
  readonly value: FieldValue | undefined
  readonly onChange: (value: FieldValue) => void
  /** Problems of the form by path; the field finds its own. */
  readonly problems: FormProblems
  readonly label: string
  readonly required?: boolean
  readonly disabled?: boolean
  /** Said below the field while nothing is wrong with it. */
  readonly hint?: string | undefined
  readonly context: FieldContext
}

/** The control alone, for cells of a sub-table whose head is its label. */
export function FieldControl({
  id,
  field,
  name,
  value,
  onChange,
  problems,
  label,
  required = false,
  disabled = false,
  hint,
  context,
}: FieldInputProps) {
  const { Input } = inputOf(field)
  const invalid = problems[name] !== undefined
  return (
    <Suspense fallback={<SkeletonRows rows={1} />}>
      <Input
        id={id}
        name={name}
        field={field}
        value={value}
        onChange={onChange}
        label={label}
        required={required}
        disabled={disabled}
        invalid={invalid}
        problems={problemsBelow(problems, name)}
        describedBy={invalid ? `${id}-problem` : hint === undefined ? undefined : `${id}-hint`}
        context={context}
      />
    </Suspense>
  )
}

/** What is wrong with one field, announced when it appears. */
export function FieldProblem({ id, name, problems }: Pick<FieldInputProps, 'id' | 'name' | 'problems'>) {
  const problemText = useProblemText()
  const own = problems[name]
  if (own === undefined) return null
  return (
    <span id={`${id}-problem`} className="field-problem" role="alert">
      {own.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')}
    </span>
  )
}

/** One field of a form with its label, required mark and problem. */
export function FieldInput(props: FieldInputProps) {
  const { id, field, name, label, problems, hint, required = false, disabled = false } = props
  const invalid = problems[name] !== undefined
  return (
    <FormGroup
      label={<FieldLabel label={label} required={required} />}
      labelFor={id}
      disabled={disabled}
      fill
      intent={invalid ? Intent.DANGER : Intent.NONE}
      className={inputOf(field).group === true ? 'field field-group' : 'field'}
    >
      <FieldControl {...props} />
      <FieldProblem id={id} name={name} problems={problems} />
      {hint === undefined || invalid ? null : (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </FormGroup>
  )
}

/** The label with its required mark; that it is required is told to screen readers by the control. */
export function FieldLabel({ label, required }: { readonly label: string; readonly required: boolean }) {
  return (
    <>
      {label}
      {required ? (
        <span className="field-required" aria-hidden>
          *
        </span>
      ) : null}
    </>
  )
}
