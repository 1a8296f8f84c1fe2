import { HTMLSelect, Switch } from '@blueprintjs/core'
import { ariaOf } from '#src/client/forms/attributes.ts'
import type { FilterProps, InputProps, KindClient, TextProps } from '#src/client/forms/kinds.ts'
import { useT } from '#src/client/i18n/index.ts'

function BooleanInput(props: InputProps<'boolean'>) {
  const { id, value, disabled, onChange } = props
  const t = useT()
  return (
    <div className="field-switch">
      <Switch id={id} aria-label={props.label} checked={value === true} disabled={disabled} onChange={(event) => onChange(event.currentTarget.checked)} {...ariaOf(props)} />
      <span aria-hidden>{t(value === true ? 'common.yes' : 'common.no')}</span>
    </div>
  )
}

function BooleanText({ value }: TextProps<'boolean'>) {
  const t = useT()
  return typeof value === 'boolean' ? <>{t(value ? 'common.yes' : 'common.no')}</> : null
}

function BooleanFilter({ id, name, values, onChange }: FilterProps<'boolean'>) {
  const t = useT()
  return (
    <HTMLSelect id={id} fill value={values[name] ?? ''} onChange={(event) => onChange({ [name]: event.target.value })}>
      <option value="">{t('common.all')}</option>
      <option value="true">{t('common.yes')}</option>
      <option value="false">{t('common.no')}</option>
    </HTMLSelect>
  )
}

export const booleanClient: KindClient<'boolean'> = { Input: BooleanInput, Text: BooleanText, Filter: BooleanFilter }
