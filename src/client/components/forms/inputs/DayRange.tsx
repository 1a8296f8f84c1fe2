import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isDay } from '#src/fields/date/day.ts'
import type { FilterProps, Period } from '../kinds.ts'
import { DayInput } from './DayInput.tsx'

/** Filter of a list by a range of days, both included. */
export function DayRange({
  id,
  name,
  label,
  values,
  onChange,
}: Pick<FilterProps<'date'>, 'id' | 'name' | 'label' | 'values' | 'onChange'>) {
  const t = useT()
  const { after = '', before = '' } = { after: values[`${name}_after`], before: values[`${name}_before`] }
  const period: Period = {
    from: after,
    to: before,
    onChange: (from, to) => onChange({ [`${name}_after`]: from, [`${name}_before`]: to }),
  }
  return (
    <div className="filter-range">
      <DayFilter
        id={id}
        label={t('records.filter.from', [label])}
        value={after}
        period={period}
        onChange={(day) => onChange({ [`${name}_after`]: day })}
      />
      <span aria-hidden>–</span>
      <DayFilter
        label={t('records.filter.to', [label])}
        value={before}
        period={period}
        onChange={(day) => onChange({ [`${name}_before`]: day })}
      />
    </div>
  )
}

interface DayFilterProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly period?: Period
  readonly onChange: (day: string) => void
}

/** Filter of a list by a day. Half-typed days stay in the box and are not sent. */
export function DayFilter({ value, onChange, ...props }: DayFilterProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <DayInput
      {...props}
      value={typed ?? value}
      inputProps={{ 'aria-label': props.label }}
      onChange={(text) => {
        const isWhole = text === '' || isDay(text)
        setTyped(isWhole ? null : text)
        if (isWhole && text !== value) onChange(text)
      }}
    />
  )
}
