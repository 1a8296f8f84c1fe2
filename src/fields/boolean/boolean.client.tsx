import { Switch } from '@blueprintjs/core'
import { ariaOf } from '#src/client/components/forms/attributes.ts'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { dictionaryOf } from './words.ts'

function BooleanInput(props: InputProps<'boolean'>) {
  const { id, name, value, disabled, onChange } = props
  const word = useDictionaryLabel()
  const isOn = value === true
  return (
    <div className="field-switch">
      <Switch
        id={id}
        aria-label={props.label}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        {...ariaOf(props)}
      />
      <span aria-hidden>{word(dictionaryOf(name), isOn)}</span>
    </div>
  )
}

function BooleanFilter({ id, name, values, onChange }: FilterProps<'boolean'>) {
  const t = useT()
  const word = useDictionaryLabel()
  return (
    <SelectBox id={id} fill value={values[name] ?? ''} onChange={(event) => onChange({ [name]: event.target.value })}>
      <option value="">{t('common.all')}</option>
      <option value="true">{word(dictionaryOf(name), true)}</option>
      <option value="false">{word(dictionaryOf(name), false)}</option>
    </SelectBox>
  )
}

export const booleanClient: KindInput<'boolean'> = { Input: BooleanInput, Filter: BooleanFilter }
