import { FormGroup } from '@blueprintjs/core'
import { useId } from 'react'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'

/** Into which application a ticket of the wrong type is turned (OTH-01). */
export function ConversionInput({
  types,
  value,
  onChange,
}: {
  readonly types: SeenTicket['convertibleTo']
  readonly value: string
  readonly onChange: (type: string) => void
}) {
  const t = useT()
  const id = useId()
  return (
    <>
      <p className="form-notice">{t('ticketAction.dialog.convertHint')}</p>
      <FormGroup label={t('ticketAction.dialog.convertTo')} labelFor={id} fill>
        <SelectBox id={id} fill value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{t('ticketAction.dialog.convertFirst')}</option>
          {types.map(({ type, title }) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </SelectBox>
      </FormGroup>
    </>
  )
}
