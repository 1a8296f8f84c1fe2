import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'

const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(2, '0'))
const hours = numbers(24)
const minutes = numbers(60)

interface Props {
  /** `HH:mm:ss`. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The time below a month sheet, to the minute. The library's own picker takes no names for its two fields. */
export function TimeOfDay({ value, onChange }: Props) {
  const t = useT()
  const [hour = '00', minute = '00'] = value.split(':')
  return (
    <div className="calendar-time">
      <SelectBox
        aria-label={t('records.input.hours')}
        options={hours}
        value={hour}
        onChange={({ currentTarget }) => onChange(`${currentTarget.value}:${minute}:00`)}
      />
      <span aria-hidden="true">:</span>
      <SelectBox
        aria-label={t('records.input.minutes')}
        options={minutes}
        value={minute}
        onChange={({ currentTarget }) => onChange(`${hour}:${currentTarget.value}:00`)}
      />
    </div>
  )
}
