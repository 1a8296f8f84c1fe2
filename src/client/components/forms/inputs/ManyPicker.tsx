import { useCallback } from 'react'
import type { InputProps } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { idsOf } from '#src/fields/identity.ts'
import { labelsIn } from '../labelIn.ts'
import { ChosenList } from './ChosenList.tsx'
import { Combobox } from './Combobox.tsx'
import { type OptionSource, useChosen } from './options.ts'

interface Props
  extends Pick<
    InputProps<'people' | 'departments'>,
    | 'id'
    | 'name'
    | 'field'
    | 'value'
    | 'onChange'
    | 'label'
    | 'required'
    | 'disabled'
    | 'invalid'
    | 'describedBy'
    | 'context'
  > {
  /** Keep it the same between renderings. */
  readonly source: OptionSource
  readonly placeholder: string
}

/** Several people or departments: those chosen as a list, and a picker for one more. */
export function ManyInput(props: Props) {
  const { field, name, value, disabled, onChange, context, source } = props
  const t = useT()
  const ids = idsOf(value)
  const known = useCallback(
    (id: number) => {
      const stored = context.row?.[name]
      const label = Array.isArray(stored) ? labelsIn(context.row, name)[stored.indexOf(id)] : undefined
      return typeof label === 'string' && label !== '' ? label : undefined
    },
    [context.row, name],
  )
  const { chosen, remember } = useChosen(source, ids, known)
  return (
    <div className="chosen-many">
      <ChosenList
        label={props.label}
        chosen={chosen.map(({ id, label }) => ({ key: id, label }))}
        disabled={disabled}
        onRemove={(gone) => onChange(ids.filter((id) => id !== gone))}
      />
      <Combobox
        id={props.id}
        label={props.label}
        source={source}
        selected={null}
        without={ids}
        disabled={disabled || ids.length >= field.max}
        required={props.required}
        invalid={props.invalid}
        describedBy={props.describedBy}
        placeholder={ids.length >= field.max ? t('records.input.full', [field.max]) : props.placeholder}
        onSelect={(person) => {
          if (person === null) return
          remember(person)
          onChange([...ids, person.id])
        }}
      />
    </div>
  )
}
