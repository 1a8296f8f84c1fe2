import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { ChoiceBox } from '#src/client/designer/parts.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DayBound } from '../field.ts'

export function DateSettings({ field, onChange }: SettingsProps<'date'>) {
  const t = useT()
  return (
    <div className="inspector-pair">
      <DayChoice label={t('designer.earliest')} value={field.min} onChange={(min) => onChange({ min })} />
      <DayChoice label={t('designer.latest')} value={field.max} onChange={(max) => onChange({ max })} />
    </div>
  )
}

interface DayProps {
  readonly label: string
  readonly value: DayBound | undefined
  readonly onChange: (value: DayBound | undefined) => void
}

/** Any day, or today; what the program's own forms say beside that is kept. */
function DayChoice({ label, value, onChange }: DayProps) {
  const t = useT()
  const day = typeof value === 'string' && value !== 'today' ? [{ value, label: value }] : []
  return (
    <ChoiceBox
      label={label}
      value={value === undefined ? 'none' : typeof value === 'string' ? value : `today ${value.today}`}
      options={[
        { value: 'none', label: t('designer.dayBound.none') },
        { value: 'today', label: t('designer.dayBound.today') },
        ...day,
      ]}
      onChange={(next) => onChange(next === 'none' ? undefined : next === 'today' ? 'today' : value)}
    />
  )
}
