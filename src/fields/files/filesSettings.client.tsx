import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Figure } from '#src/client/designer/parts.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

export function FilesSettings({ field, onChange }: SettingsProps<'files'>) {
  const t = useT()
  return <Figure label={t('designer.mostItems')} value={field.max} onChange={(max) => onChange({ max })} />
}
