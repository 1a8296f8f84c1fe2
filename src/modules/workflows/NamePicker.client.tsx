import { FormGroup, Intent } from '@blueprintjs/core'
import type { FormProblems } from '#src/client/components/forms/form.ts'
import { ChosenList } from '#src/client/components/forms/inputs/ChosenList.tsx'
import { FieldLabel } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import type { Choice } from '#src/define/workflows/policies.ts'

interface Props {
  readonly id: string
  readonly label: string
  readonly options: readonly Choice[]
  readonly chosen: readonly string[]
  readonly required?: boolean
  readonly problems: FormProblems[string] | undefined
  readonly onChange: (chosen: readonly string[]) => void
}

/** Several of a list, by their names: what is chosen stands below and can be taken away. */
export function NamePicker({ id, label, options, chosen, required = false, problems, onChange }: Props) {
  const t = useT()
  const problemText = useProblemText()
  const nameOf = (value: string): string => options.find((option) => option.value === value)?.label ?? value
  return (
    <FormGroup
      className="name-picker"
      label={<FieldLabel label={label} required={required} />}
      labelFor={id}
      intent={problems === undefined ? Intent.NONE : Intent.DANGER}
      fill
    >
      <div className="chosen-many">
        <ChosenList
          label={label}
          chosen={chosen.map((value) => ({ key: value, label: nameOf(value) }))}
          disabled={false}
          onRemove={(gone) => onChange(chosen.filter((one) => one !== gone))}
        />
        <SelectBox
          id={id}
          fill
          value=""
          aria-required={required}
          aria-invalid={problems !== undefined}
          {...(problems !== undefined && { 'aria-describedby': `${id}-problem` })}
          onChange={(event) => onChange([...chosen, event.currentTarget.value])}
        >
          <option value="">{t('policy.add')}</option>
          {options
            .filter(({ value }) => !chosen.includes(value))
            .map(({ value, label: name, note }) => (
              <option key={value} value={value}>
                {note === undefined ? name : `${name} · ${note}`}
              </option>
            ))}
        </SelectBox>
      </div>
      {problems === undefined ? null : (
        <span id={`${id}-problem`} className="field-problem" role="alert">
          {problems.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')}
        </span>
      )}
    </FormGroup>
  )
}
