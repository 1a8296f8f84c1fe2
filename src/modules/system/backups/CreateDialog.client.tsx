import { useId } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { type Fields, text } from '#src/fields/field.ts'
import { useBackupActions } from './backup-calls.client.tsx'

const fields = { remark: text(200) } satisfies Fields
const initial = { remark: null }

/** Asks for a backup out of turn. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const { create } = useBackupActions()
  const prefix = `${useId()}-`
  const form = useForm({ prefix, fields, initial })
  return (
    <FormPanel
      title={t('backups.create')}
      prefix={prefix}
      fields={fields}
      labels={() => t('backups.remark')}
      form={form}
      before={<p className="form-notice">{t('backups.createHint')}</p>}
      submitText={t('backups.create')}
      onSubmit={() => form.submit((values, key) => create(String(values.remark ?? ''), key))}
      onClose={onClose}
    />
  )
}
