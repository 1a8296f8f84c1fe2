import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { Bound, Flag } from '#src/client/designer/settings/bounds.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Digits of an amount behind the point. */
const CENTS = 2

export function MoneySettings({ field, onChange }: SettingsProps<'money'>) {
  const t = useT()
  return (
    <>
      <Bound
        label={t('designer.most')}
        value={field.max}
        onChange={(max) => onChange({ max: max === undefined ? undefined : max.toFixed(CENTS) })}
      />
      <Flag label={t('designer.isRate')} value={field.isRate} onChange={(isRate) => onChange({ isRate })} />
      <Flag label={t('designer.positive')} value={field.positive} onChange={(positive) => onChange({ positive })} />
    </>
  )
}
