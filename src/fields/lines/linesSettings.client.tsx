import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Figure } from '#src/client/designer/parts.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

export function LinesSettings({ field, onChange }: SettingsProps<'lines'>) {
  const t = useT()
  return (
    <div className="inspector-pair">
      <Figure label={t('designer.leastRows')} value={field.min} onChange={(min) => onChange({ min })} />
      <Figure label={t('designer.mostRows')} value={field.max} onChange={(max) => onChange({ max })} />
    </div>
  )
}
