import { useId, useMemo } from 'react'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { reference } from '#src/fields/field.ts'
import { childrenOf, type MenuLineRow } from './menu-tree.ts'

const fields = { parent: reference('menu', { options: '/api/system/menu/options/?is_catalog=true' }) }

/** Moving without a mouse: the catalogue is chosen, none makes it the last of the top level. */
export function MenuMove({
  row,
  rows,
  onMove,
  onClose,
}: {
  readonly row: MenuLineRow
  readonly rows: readonly MenuLineRow[]
  readonly onMove: (parent: number | null, index: number) => Promise<void>
  readonly onClose: () => void
}) {
  const t = useT()
  const prefix = `${useId()}-`
  const initial = useMemo(() => ({ parent: row.parent }), [row])
  const form = useForm({ prefix, fields, initial })
  return (
    <FormPanel
      title={`${t('menu.move')} · ${row.title}`}
      prefix={prefix}
      fields={fields}
      labels={() => t('records.menu.fields.parent')}
      form={form}
      row={row}
      submitText={t('menu.move')}
      onSubmit={() =>
        form.submit(({ parent }) => {
          const target = typeof parent === 'number' ? parent : null
          return onMove(target, childrenOf(rows, target).length)
        })
      }
      onClose={onClose}
    />
  )
}
