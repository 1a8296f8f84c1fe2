import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { useDesigner } from '#src/client/designer/context.ts'
import { ChoiceBox } from '#src/client/designer/parts.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

export function PersonSettings({ field, onChange }: SettingsProps<'person'>) {
  const t = useT()
  const { roles } = useDesigner()
  return (
    <ChoiceBox
      label={t('designer.onlyRole')}
      value={field.role ?? ''}
      options={[
        { value: '', label: t('designer.everyone') },
        ...Object.entries(roles).map(([value, label]) => ({ value, label })),
      ]}
      onChange={(role) => onChange({ role: role === '' ? undefined : role })}
    />
  )
}
