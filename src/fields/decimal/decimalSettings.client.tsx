import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Bound } from '#src/client/designer/settings/bounds.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

const textOf = (value: number | undefined): string | undefined => (value === undefined ? undefined : String(value))

export function DecimalSettings({ field, onChange }: SettingsProps<'decimal'>) {
  const t = useT()
  return (
    <div className="inspector-pair">
      <Bound label={t('designer.least')} value={field.min} onChange={(min) => onChange({ min: textOf(min) })} />
      <Bound label={t('designer.most')} value={field.max} onChange={(max) => onChange({ max: textOf(max) })} />
    </div>
  )
}
