import { FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import type { TicketDetail } from '#src/define/tickets.ts'

/** Into which application a ticket of the wrong type is turned (OTH-01). */
export function ConversionInput({
  types,
  value,
  onChange,
}: {
  readonly types: TicketDetail['convertibleTo']
  readonly value: string
  readonly onChange: (type: string) => void
}) {
  const t = useT()
  const id = useId()
  return (
    <>
      <p className="form-notice">{t('deed.dialog.convertHint')}</p>
      <FormGroup label={t('deed.dialog.convertTo')} labelFor={id} fill>
        <HTMLSelect id={id} fill value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{t('deed.dialog.convertFirst')}</option>
          {types.map(({ type, title }) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
    </>
  )
}
