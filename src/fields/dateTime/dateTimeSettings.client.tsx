import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Flag } from '#src/client/designer/settings/bounds.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

export function DateTimeSettings({ field, onChange }: SettingsProps<'dateTime'>) {
  const t = useT()
  return (
    <Flag
      label={t('designer.notBeforeNow')}
      value={field.notBeforeNow}
      onChange={(notBeforeNow) => onChange({ notBeforeNow })}
    />
  )
}
