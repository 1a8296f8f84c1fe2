import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Bound } from '#src/client/designer/settings/bounds.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

export function QuantitySettings({ field, onChange }: SettingsProps<'quantity'>) {
  const t = useT()
  return (
    <div className="inspector-pair">
      <Bound label={t('designer.least')} value={field.min} onChange={(min) => onChange({ min })} />
      <Bound label={t('designer.most')} value={field.max} onChange={(max) => onChange({ max })} />
    </div>
  )
}
