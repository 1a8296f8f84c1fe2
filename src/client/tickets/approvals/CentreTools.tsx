import { Button, PopupKind, SegmentedControl, Switch } from '@blueprintjs/core'
import { FilterIcon } from '@blueprintjs/icons'
import { inputOf } from '#src/client/components/forms/registry.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import { money } from '#src/fields/field.ts'
import { useStatistics } from '../queries.ts'
import type { View } from './ApprovalCentrePage.tsx'

const names = ['overdue', 'urgency', 'amount_after', 'amount_before', 'direction'] as const
const amount = money({})

/** The centre's filters as they stand in the address (20.8). */
export function centreFilters(params: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']).filter(([, value]) => value !== ''))
}

interface CentreFiltersProps {
  readonly view: View
  readonly params: URLSearchParams
  readonly onChange: (change: Readonly<Record<string, string>>) => void
}

/** Filters and statistics behind one button, which says how many filters are set (20.8). */
export function CentreTools(props: CentreFiltersProps) {
  const t = useT()
  const set = Object.keys(centreFilters(props.params)).length
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      content={
        <div className="centre-tools" role="dialog" aria-label={t('centre.tools')}>
          <CentreFilters {...props} />
          <Statistics />
        </div>
      }
    >
      <Button
        variant="outlined"
        icon={<FilterIcon />}
        text={set === 0 ? t('centre.tools') : t('centre.toolsSet', [set])}
      />
    </PopoverNext>
  )
}

/** 20.8: overdue, amount, urgency; what was given to me or by me. */
function CentreFilters({ view, params, onChange }: CentreFiltersProps) {
  const t = useT()
  const urgencies = useDictionary('urgency')
  const Amount = inputOf(amount).Filter
  return (
    <search className="centre-filters" aria-label={t('records.list.filters')}>
      {view === 'delegated' ? (
        <SegmentedControl
          size="small"
          aria-label={t('queue.filter.direction')}
          options={(['', 'toMe', 'byMe'] as const).map((value) => ({
            value,
            label: t(`queue.${value === '' ? 'all' : value}`),
          }))}
          value={params.get('direction') ?? ''}
          onValueChange={(direction) => onChange({ direction })}
        />
      ) : null}
      <SelectBox
        aria-label={t('queue.column.urgency')}
        value={params.get('urgency') ?? ''}
        onChange={(event) => onChange({ urgency: event.currentTarget.value })}
      >
        <option value="">{t('queue.column.urgency')}</option>
        {urgencies.map((entry) => (
          <option key={String(entry.value)} value={String(entry.value)}>
            {entry.label}
          </option>
        ))}
      </SelectBox>
      {Amount === undefined ? null : (
        <div className="centre-amount">
          <span>{t('queue.column.amount')}</span>
          <Amount
            id="centre-amount"
            name="amount"
            field={amount}
            label={t('queue.column.amount')}
            values={centreFilters(params)}
            onChange={onChange}
          />
        </div>
      )}
      <Switch
        className="ticket-overdue"
        label={t('queue.filter.overdue')}
        checked={params.get('overdue') === '1'}
        onChange={(event) => onChange({ overdue: event.currentTarget.checked ? '1' : '' })}
      />
    </search>
  )
}

/** 20.8 my statistics of this month. */
function Statistics() {
  const t = useT()
  const { data } = useStatistics()
  if (data === undefined || data.handled === 0) return null
  const percent = data.returnRate === null ? null : `${Math.round(data.returnRate * 1000) / 10}%`
  return (
    <dl className="figures centre-figures" aria-label={t('queue.statistics.label')}>
      {(
        [
          ['handled', data.handled],
          ['averageHours', data.averageHours],
          ['returnRate', percent],
        ] as const
      ).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`queue.statistics.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
