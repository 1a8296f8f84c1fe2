import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { ChoiceBox, Figure } from '#src/client/designer/parts.tsx'
import { Bound, Flag } from '#src/client/designer/settings/bounds.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Formats an administrator may ask for; the others belong to fields of the program. */
const patterns = ['mobile', 'email', 'bankAccount', 'invoiceNo'] as const

export function TextSettings({ field, onChange }: SettingsProps<'text'>) {
  const t = useT()
  return (
    <>
      <Figure label={t('designer.longest')} value={field.max} onChange={(max) => onChange({ max })} />
      <Flag label={t('designer.multiline')} value={field.multiline} onChange={(multiline) => onChange({ multiline })} />
      <Bound isWhole label={t('designer.shortest')} value={field.min} onChange={(min) => onChange({ min })} />
      <ChoiceBox
        label={t('designer.pattern')}
        value={field.pattern ?? 'none'}
        options={(['none', ...patterns] as const).map((value) => ({ value, label: t(`designer.patternOf.${value}`) }))}
        onChange={(value) => onChange({ pattern: value === 'none' ? undefined : value })}
      />
    </>
  )
}
