import { useCallback } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { FieldKind } from '#src/fields/field.ts'
import type { FilterProps, InputProps } from '../kinds.ts'
import { labelIn } from '../labelIn.ts'
import { Combobox } from './Combobox.tsx'
import { type Option, type OptionSource, useChosen } from './options.ts'

/** Props of any kind, for a field that picks one of many. */
type Picking<P> = Omit<P, 'field'> & {
  readonly source: OptionSource
  readonly placeholder?: string
  /** Names known without asking. */
  readonly nameOf?: (id: number) => string | undefined
}

/** One person, department or record by its id. */
export function PickerInput(props: Picking<InputProps<FieldKind>>) {
  const { source, placeholder, name, value, onChange, context, nameOf } = props
  const id = typeof value === 'number' ? value : null
  const stored = context.row?.[name]
  const known = useCallback(
    (one: number) => nameOf?.(one) ?? (stored === one ? labelIn(context.row, name) : undefined),
    [nameOf, stored, context.row, name],
  )
  const { chosen, remember } = useChosen(source, id === null ? [] : [id], known)
  const select = (option: Option | null): void => {
    if (option !== null) remember(option)
    onChange(option?.id ?? null)
  }
  return (
    <Combobox
      id={props.id}
      label={props.label}
      source={source}
      selected={chosen[0] ?? null}
      onSelect={select}
      disabled={props.disabled}
      required={props.required}
      invalid={props.invalid}
      describedBy={props.describedBy}
      {...(placeholder !== undefined && { placeholder })}
    />
  )
}

export function PickerFilter({ id, name, source, label, values, onChange, nameOf }: Picking<FilterProps<FieldKind>>) {
  const t = useT()
  const picked = Number(values[name])
  const known = useCallback((one: number) => nameOf?.(one), [nameOf])
  const { chosen, remember } = useChosen(source, Number.isInteger(picked) && picked > 0 ? [picked] : [], known)
  const select = (option: Option | null): void => {
    if (option !== null) remember(option)
    onChange({ [name]: option === null ? '' : String(option.id) })
  }
  return (
    <Combobox
      id={id}
      label={label}
      source={source}
      selected={chosen[0] ?? null}
      onSelect={select}
      placeholder={t('common.all')}
    />
  )
}
