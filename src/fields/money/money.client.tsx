import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { NumberInput } from '#src/client/components/forms/inputs/NumberInput.tsx'
import type { FilterProps, InputProps, KindInput } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { parseScaled } from '../decimal/scaled.ts'
import { printMoney } from './cents.ts'

/** Thousands for an amount; a text that is none stays as typed. */
const grouped = (text: string): string => (parseScaled(text, 2) === null ? text : printMoney(text))

function MoneyInput(props: InputProps<'money'>) {
  return (
    <NumberInput
      {...props}
      inputMode="decimal"
      display={grouped}
      read={(text) => text}
      leftElement={
        <span className="field-unit" aria-hidden>
          ¥
        </span>
      }
    />
  )
}

function MoneyFilter({ id, name, label, values, onChange }: FilterProps<'money'>) {
  const t = useT()
  const bound = (end: 'after' | 'before') => ({
    'aria-label': t(end === 'after' ? 'records.filter.atLeast' : 'records.filter.atMost', [label]),
    placeholder: t(end === 'after' ? 'records.filter.least' : 'records.filter.most'),
    inputMode: 'decimal' as const,
    value: values[`${name}_${end}`] ?? '',
    onValueChange: (text: string) => {
      const amount = text.normalize('NFKC').replace(/[,\s\u00a5]/g, '')
      onChange({ [`${name}_${end}`]: parseScaled(amount, 2) === null ? '' : amount })
    },
  })
  return (
    <div className="filter-range">
      <DebouncedInput id={id} {...bound('after')} />
      <span aria-hidden>–</span>
      <DebouncedInput {...bound('before')} />
    </div>
  )
}

export const moneyClient: KindInput<'money'> = { Input: MoneyInput, Filter: MoneyFilter }
