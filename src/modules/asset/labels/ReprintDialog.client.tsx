import { useId, useMemo } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { type Fields, longText } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { textIn } from '#src/fields/values.ts'
import { REASON_LENGTH } from './label.types.ts'

const fields: Fields = { reason: longText(REASON_LENGTH.min, REASON_LENGTH.max, { required: true }) }

interface ReprintDialogProps {
  /** How many of the labels were printed before. */
  readonly count: number
  /** Records the print with its reason; a refusal is shown in the form. */
  readonly onPrint: (reason: string, key: string) => Promise<void>
  /** The print is recorded. */
  readonly onPrinted: () => void
  readonly onClose: () => void
}

/** Asks why labels are printed once more. */
export function ReprintDialog({ count, onPrint, onPrinted, onClose }: ReprintDialogProps) {
  const t = useT()
  const plural = usePlural()
  const prefix = `${useId()}-`
  const initial = useMemo(() => initialValues(fields, browserTime()), [])
  const form = useForm({ prefix, fields, initial })
  const submit = async (): Promise<boolean> => {
    const isDone = await form.submit(({ reason }, key) => onPrint(textIn(reason), key))
    if (isDone) onPrinted()
    return isDone
  }
  return (
    <FormPanel
      title={plural('assetLabels.again', count)}
      prefix={prefix}
      fields={fields}
      labels={() => t('assetLabels.reason')}
      form={form}
      submitText={t('assetLabels.printAll')}
      onSubmit={submit}
      onClose={onClose}
      after={<p>{t('assetLabels.unchanged')}</p>}
    />
  )
}
