import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { ChoiceBox } from '#src/client/designer/parts.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useStartUp } from '#src/client/platform/session/index.ts'

/** Entries named beside a dictionary, so that one knows which it is. */
const SHOWN = 3

export function ChoiceSettings({ field, onChange }: SettingsProps<'choice'>) {
  const t = useT()
  const { dictionaries } = useStartUp()
  return (
    <ChoiceBox
      label={t('designer.dictionary')}
      value={field.dictionary}
      options={dictionaries.map(({ value, children }) => ({
        value,
        label: `${value} (${children
          .slice(0, SHOWN)
          .map((entry) => entry.label)
          .join(t('common.listSeparator'))})`,
      }))}
      onChange={(dictionary) => onChange({ dictionary })}
    />
  )
}
