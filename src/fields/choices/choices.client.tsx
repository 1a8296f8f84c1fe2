import { Checkbox } from '@blueprintjs/core'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import type { ChoicesField } from '../field.ts'
import { codesOf } from './choices.ts'

/** The entries a form offers: those in use (SYS-53), and stored ones even when they are no longer offered. */
function useOffered({ dictionary, only }: ChoicesField, stored: readonly string[] = []) {
  return useDictionary(dictionary)
    .map(({ value, label, isOffered }) => ({ code: String(value), label, isOffered }))
    .filter(
      ({ code, isOffered }) => stored.includes(code) || (isOffered && (only === undefined || only.includes(code))),
    )
}

/** Entries of a short dictionary, each to tick. */
function ChoicesInput({ id, field, value, label, disabled, describedBy, onChange }: InputProps<'choices'>) {
  const chosen = codesOf(value)
  const entries = useOffered(field, chosen)
  const toggle = (code: string): void => {
    const next = entries.map((entry) => entry.code).filter((one) => (one === code) !== chosen.includes(one))
    onChange(next.length === 0 ? null : next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label the form already draws.
    <div
      id={id}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="field-choices"
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    >
      {entries.map((entry) => (
        <Checkbox
          key={entry.code}
          inline
          label={entry.label}
          checked={chosen.includes(entry.code)}
          disabled={disabled || (chosen.length >= field.max && !chosen.includes(entry.code))}
          onChange={() => toggle(entry.code)}
        />
      ))}
    </div>
  )
}

/** Rows that name the entry. */
function ChoicesFilter({ id, name, field, values, onChange }: FilterProps<'choices'>) {
  const t = useT()
  return (
    <SelectBox id={id} fill value={values[name] ?? ''} onChange={(event) => onChange({ [name]: event.target.value })}>
      <option value="">{t('common.all')}</option>
      {useOffered(field).map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
    </SelectBox>
  )
}

export const choicesClient: KindInput<'choices'> = { Input: ChoicesInput, Filter: ChoicesFilter }
