import { useState } from 'react'
import { UnsavedCallout } from '#src/client/components/forms/unsaved/UnsavedCallout.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { FormData } from '#src/fields/field.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { FormPanel } from './FormPanel.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { useBoundRow } from './useBoundRow.ts'
import { useRecordForm } from './useRecordForm.ts'

interface FormDrawerProps {
  readonly record: RecordDefinition
  /** The row to edit; null makes a new one. */
  readonly id: number | null
  /** What the new row is called where the record's own title says too little. */
  readonly title?: string
  /** Values of a new row that are not asked; keep the object the same between renderings. */
  readonly preset?: FormData
  /** Where a new row begins instead of the fields' own first values; keep the object the same between renderings. */
  readonly start?: FormData
  readonly onClose: () => void
  /** Gets what the server answered, e.g. a password that is shown once. */
  readonly onSaved?: ((answer: unknown) => void) | undefined
}

/** Creates or edits one row of a record. */
export function FormDrawer({ record, id, title, preset, start, onSaved, onClose }: FormDrawerProps) {
  const t = useT()
  const texts = useRecordTexts(record)
  const { form, prefix, fields, row, isLoading, error, retry, unsaved, save, rebase } = useRecordForm(
    record,
    id,
    onSaved,
    preset,
    start,
  )
  const [password, setPassword] = useState('')
  const [isSent, setSent] = useState(false)
  const notice = useBoundRow(record, row, 'update', {
    isSending: form.state.saving || isSent,
    onContinue: () => void rebase(),
  })
  return (
    <FormPanel
      title={
        id === null
          ? t('records.form.create', [title ?? texts.title])
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
      before={unsaved === null ? null : <UnsavedCallout offer={unsaved} />}
      after={record.requiresPassword === true ? <OwnPassword value={password} onChange={setPassword} /> : null}
      notice={notice}
      onSubmit={async () => {
        const isSaved = await save(record.requiresPassword === true ? password : undefined)
        if (isSaved) setSent(true)
        return isSaved
      }}
      onRebase={rebase}
      onClose={onClose}
    />
  )
}
