import { useId, useMemo } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { department } from '#src/fields/field.ts'
import type { DeptRow } from './dept-tree.ts'

const fields = { parent: department() }

/** Moving without a mouse: the new parent is chosen from the tree; none makes it a root. */
export function MoveDialog({
  row,
  onMove,
  onClose,
}: {
  readonly row: DeptRow
  readonly onMove: (parent: number | null) => Promise<void>
  readonly onClose: () => void
}) {
  const t = useT()
  const prefix = `${useId()}-`
  const initial = useMemo(() => ({ parent: row.parent }), [row])
  const form = useForm({ prefix, fields, initial })
  return (
    <FormPanel
      title={`${t('dept.move')} · ${row.name}`}
      prefix={prefix}
      fields={fields}
      labels={() => t('records.dept.fields.parent')}
      form={form}
      submitText={t('dept.move')}
      onSubmit={() => form.submit((values) => onMove(typeof values.parent === 'number' ? values.parent : null))}
      onClose={onClose}
    />
  )
}
