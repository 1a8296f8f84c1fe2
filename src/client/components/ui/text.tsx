import { useT } from '#src/client/platform/i18n/index.ts'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'
import { printQty } from '#src/fields/quantity/quantities.ts'
import { dateText, moneyText } from './format.ts'

/** What stands where there is no value. */
export function NoValue() {
  return (
    <span className="no-value" aria-hidden="true">
      —
    </span>
  )
}

/** Money in tabular figures, right-aligned by its table cell. */
export function MoneyText({
  value,
  unit = false,
}: {
  readonly value: string | number | null | undefined
  readonly unit?: boolean
}) {
  const t = useT()
  if (value === null || value === undefined || value === '') return <NoValue />
  return <span className="money">{unit ? t('common.yuan', [value]) : moneyText(value)}</span>
}

/** A quantity with the places of its item, or those that it has. Its places stand apart, so that a column of them is aligned on the point. */
export function QtyText({
  value,
  places,
}: {
  readonly value: number | null | undefined
  readonly places?: number | null
}) {
  if (value === null || value === undefined) return <NoValue />
  const [whole, rest] = printQty(value, places).split('.')
  return (
    <span className="qty">
      {whole}
      <span className="qty-places">{rest === undefined ? '' : `.${rest}`}</span>
    </span>
  )
}

/** A day or a moment of the wire, in Asia/Shanghai as the wire has it. */
export function DateText({
  value,
  precision = 'minute',
}: {
  readonly value: string | null | undefined
  readonly precision?: 'day' | 'minute' | 'second'
}) {
  if (!value) return <NoValue />
  return (
    <time className="date" dateTime={value.length > 10 ? `${value.replace(' ', 'T')}+08:00` : value}>
      {dateText(value, precision)}
    </time>
  )
}

/** The label of a dictionary code in the reader's language; the code itself when unknown. */
export function DictionaryText({
  dictionary,
  value,
}: {
  readonly dictionary: string
  readonly value: string | number | boolean | null | undefined
}) {
  const entries = useDictionary(dictionary)
  if (value === null || value === undefined || value === '') return <NoValue />
  return <>{entryOf(entries, value)?.label ?? String(value)}</>
}
