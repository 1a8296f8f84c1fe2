import { useT } from '#src/client/i18n/index.ts'
import { FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { FormPanel } from './FormPanel.tsx'
import { useRecordForm } from './useRecordForm.ts'
import { useRecordTexts } from './useRecordTexts.ts'

interface FormDrawerProps {
  readonly record: RecordDefinition
  /** The row to edit; null makes a new one. */
  readonly id: number | null
  readonly onClose: () => void
  /** Gets what the server answered, e.g. a password that is shown once. */
  readonly onSaved?: ((answer: unknown) => void) | undefined
}

/** Creates or edits one row of a record. */
export function FormDrawer({ record, id, onClose, onSaved }: FormDrawerProps) {
  const t = useT()
  const texts = useRecordTexts(record)
  const { form, prefix, fields, row, isLoading, error, retry, save, rebase } = useRecordForm(record, id, onSaved)
  return (
    <FormPanel
      title={
        id === null
          ? t('records.form.create', [texts.title])
          : t('records.form.edit', [row === null ? texts.title : texts.nameOf(row)])
      }
      prefix={prefix}
      fields={fields}
      labels={texts.labels}
      form={form}
      row={row}
      submitText={t('common.save')}
      instead={
        row === null && error !== null ? (
          <FailedState compact error={error} onRetry={retry} />
        ) : isLoading ? (
          <SkeletonRows rows={6} />
        ) : null
      }
      onSubmit={save}
      onRebase={rebase}
      onClose={onClose}
    />
  )
}
