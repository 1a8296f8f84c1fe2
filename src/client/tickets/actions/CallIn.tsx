/** Calling others in for a decision, and taking them back (25.5). */
import { Checkbox, FormGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useId } from 'react'
import type { SignMethod, SignPlace } from '#machines/ticket/engine/vocabulary.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { PersonRef } from '#src/define/tickets/line.ts'

/** When added people sign, and how many of them must. */
export interface SignMode {
  readonly where: SignPlace
  readonly mode: SignMethod
}

const places: readonly SignPlace[] = ['before', 'after', 'parallel']
const methods: readonly SignMethod[] = ['all', 'any', 'sequential']

/** Before, after or beside; those beside vote for themselves, so no method is asked. */
export function SignModeInput({
  value,
  onChange,
}: {
  readonly value: SignMode
  readonly onChange: (mode: SignMode) => void
}) {
  const t = useT()
  const id = useId()
  return (
    <>
      <RadioGroup
        label={t('ticketAction.dialog.addSignWhere')}
        selectedValue={value.where}
        onChange={(event) => onChange({ ...value, where: event.currentTarget.value as SignPlace })}
      >
        {places.map((where) => (
          <Radio key={where} value={where} label={t(`ticketAction.where.${where}`)} />
        ))}
      </RadioGroup>
      {value.where === 'parallel' ? (
        <p>{t('ticketAction.dialog.addSignParallel')}</p>
      ) : (
        <FormGroup label={t('ticketAction.dialog.addSignMethod')} labelFor={id} fill>
          <SelectBox
            id={id}
            fill
            value={value.mode}
            onChange={(event) => onChange({ ...value, mode: event.currentTarget.value as SignMethod })}
          >
            {methods.map((mode) => (
              <option key={mode} value={mode}>
                {t(`ticketAction.method.${mode}`)}
              </option>
            ))}
          </SelectBox>
        </FormGroup>
      )}
    </>
  )
}

/** Which of the people I called in are no longer to be asked. */
export function CalledInInput({
  people,
  value,
  onChange,
}: {
  readonly people: readonly PersonRef[]
  readonly value: readonly number[]
  readonly onChange: (ids: readonly number[]) => void
}) {
  const t = useT()
  return (
    <fieldset className="called-in">
      <legend>{t('ticketAction.dialog.removeSignWho')}</legend>
      {people.map((person) => (
        <Checkbox
          key={person.id}
          label={person.name}
          checked={value.includes(person.id)}
          onChange={() =>
            onChange(value.includes(person.id) ? value.filter((one) => one !== person.id) : [...value, person.id])
          }
        />
      ))}
    </fieldset>
  )
}
