import { HTMLSelect, Switch } from '@blueprintjs/core'
import { ariaOf } from '#src/client/forms/attributes.ts'
import type { FilterProps, InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { StateChip } from '#src/client/ui/index.ts'

/** The words for true and false: a field called `state` says whether something is enabled. */
const dictionaryOf = (name: string): string => (name === 'state' ? 'enableStatus' : 'yesNo')

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

function BooleanText({ name, value }: TextProps<'boolean'>) {
  const word = useDictionaryLabel()
  if (typeof value !== 'boolean') return null
  return name === 'state' ? (
    <StateChip dictionary={dictionaryOf(name)} value={value} />
  ) : (
    word(dictionaryOf(name), value)
  )
}

function BooleanFilter({ id, name, values, onChange }: FilterProps<'boolean'>) {
  const t = useT()
  const word = useDictionaryLabel()
  return (
    <HTMLSelect id={id} fill value={values[name] ?? ''} onChange={(event) => onChange({ [name]: event.target.value })}>
      <option value="">{t('common.all')}</option>
      <option value="true">{word(dictionaryOf(name), true)}</option>
      <option value="false">{word(dictionaryOf(name), false)}</option>
    </HTMLSelect>
  )
}

export const booleanClient: KindClient<'boolean'> = { Input: BooleanInput, Text: BooleanText, Filter: BooleanFilter }
