import { SegmentedControl } from '@blueprintjs/core'
import { ariaOf } from '#src/client/components/forms/attributes.ts'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type DictionaryEntry, useDictionary } from '#src/client/platform/session/index.ts'
import type { ChoiceField } from '../field.ts'

/** Up to this many required choices are all shown at once. */
const SEGMENTS = 3

/** The entries a field can have. */
function useEntries(field: ChoiceField): readonly DictionaryEntry[] {
  return useDictionary(field.dictionary).filter(
    ({ value }) => field.only === undefined || field.only.includes(String(value)),
  )
}

/** The entries a form offers: those in use (SYS-53), and the stored one even when it is no longer offered. */
function useOffered(field: ChoiceField, stored: string): readonly DictionaryEntry[] {
  const entries = useDictionary(field.dictionary)
  return entries.filter(
    ({ value, isOffered }) =>
      String(value) === stored || (isOffered && (field.only === undefined || field.only.includes(String(value)))),
  )
}

function ChoiceInput(props: InputProps<'choice'>) {
  const { id, field, value, label, required, disabled, onChange } = props
  const t = useT()
  const code = value === null || value === undefined ? '' : String(value)
  const entries = useOffered(field, code)
  if (required && entries.length > 1 && entries.length <= SEGMENTS) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label the form already draws.
      <div
        id={id}
        role="group"
        aria-label={label}
        tabIndex={-1}
        {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
      >
        <SegmentedControl
          fill
          disabled={disabled}
          options={entries.map((entry) => ({ value: String(entry.value), label: entry.label }))}
          value={code}
          onValueChange={onChange}
        />
      </div>
    )
  }
  return (
    <SelectBox
      id={id}
      fill
      disabled={disabled}
      value={code}
      className={props.invalid ? 'field-select is-invalid' : 'field-select'}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      {...ariaOf(props)}
    >
      <option value="">{t('records.input.choose')}</option>
      {entries.map((entry) => (
        <option key={String(entry.value)} value={String(entry.value)}>
          {entry.label}
        </option>
      ))}
    </SelectBox>
  )
}

function ChoiceFilter({ id, name, field, values, onChange }: FilterProps<'choice'>) {
  const t = useT()
  return (
    <SelectBox id={id} fill value={values[name] ?? ''} onChange={(event) => onChange({ [name]: event.target.value })}>
      <option value="">{t('common.all')}</option>
      {useEntries(field).map((entry) => (
        <option key={String(entry.value)} value={String(entry.value)}>
          {entry.label}
        </option>
      ))}
    </SelectBox>
  )
}

export const choiceClient: KindInput<'choice'> = { Input: ChoiceInput, Filter: ChoiceFilter }
