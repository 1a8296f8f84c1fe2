import { Button, SegmentedControl, Switch } from '@blueprintjs/core'
import { FilterIcon, RefreshIcon, ResetIcon } from '@blueprintjs/icons'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { MultiChoice } from '#src/client/components/forms/inputs/MultiChoice.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { type TextKey, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { stayBands } from '#src/define/tickets/lists.ts'
import { date, department, type Field, money, person } from '#src/fields/field.ts'
import { kindOf } from '#src/fields/kinds.ts'
import { useTypeKeys } from '../apply/designed.ts'

const FieldFilter = lazy(() => import('#src/client/records/list/FieldFilter.tsx'))

/** Everything a ticket list can be narrowed by (20.6). */
export type FilterName =
  | 'type'
  | 'status'
  | 'urgency'
  | 'group'
  | 'applicantId'
  | 'deptId'
  | 'amount'
  | 'submittedAt'
  | 'stay'
  | 'overdue'

/** Filters that any record list would draw the same way, by name. */
const fields: Partial<Readonly<Record<FilterName, readonly [field: Field, label: TextKey]>>> = {
  applicantId: [person({}), 'queue.column.applicant'],
  deptId: [department({}), 'queue.column.dept'],
  amount: [money({}), 'queue.column.amount'],
  submittedAt: [date({}), 'queue.column.submittedAt'],
}
/** Always in sight; the others open on demand. */
const SHOWN = 4

interface TicketFiltersProps {
  readonly names: readonly FilterName[]
  readonly filters: Readonly<Record<string, string>>
  readonly onChange: (change: Readonly<Record<string, string>>) => void
  readonly onReset: () => void
  readonly isNarrow: boolean
  /** assigned: given to me, or by me. */
  readonly withDirection: boolean
  /** Views, charts, columns. */
  readonly tools: ReactNode
}

/** Keyword, filters, Reset and Refresh of a ticket list (LIST-STD). */
export function TicketFilters(props: TicketFiltersProps) {
  const { names, filters, onChange, isNarrow } = props
  const t = useT()
  const id = useId()
  const grid = names.filter((name) => name !== 'overdue')
  const always = isNarrow ? 0 : SHOWN
  const isSet = (name: string): boolean =>
    [name, `${name}_after`, `${name}_before`].some((key) => filters[key] !== undefined)
  const [isOpen, setOpen] = useState(grid.slice(always).some(isSet))
  const set = grid.filter(isSet).length
  return (
    <search className="list-filters" aria-label={t('records.list.filters')}>
      <div className="list-filters-bar">
        <div className="list-search">
          <DebouncedInput
            type="search"
            leftIcon={searchGlass}
            value={filters.search ?? ''}
            maxLength={50}
            placeholder={t('queue.search')}
            aria-label={t('queue.search')}
            onValueChange={(search) => onChange({ search: search.trim() })}
          />
        </div>
        {props.withDirection ? (
          <SegmentedControl
            size="small"
            aria-label={t('queue.filter.direction')}
            options={(['', 'toMe', 'byMe'] as const).map((value) => ({
              value,
              label: t(`queue.${value === '' ? 'all' : value}`),
            }))}
            value={filters.direction ?? ''}
            onValueChange={(direction) => onChange({ direction })}
          />
        ) : null}
        {names.includes('overdue') ? (
          <Switch
            className="ticket-overdue"
            label={t('queue.filter.overdue')}
            checked={filters.overdue === '1'}
            onChange={(event) => onChange({ overdue: event.currentTarget.checked ? '1' : '' })}
          />
        ) : null}
        <Button
          active={isOpen}
          icon={<FilterIcon />}
          aria-expanded={isOpen}
          aria-controls={`${id}-filters`}
          text={set > 0 ? t('records.list.filterCount', [set]) : t('records.list.moreFilters')}
          onClick={() => setOpen(!isOpen)}
        />
        <Button
          variant="minimal"
          icon={<ResetIcon />}
          text={t('common.reset')}
          disabled={Object.keys(filters).length === 0}
          onClick={props.onReset}
        />
        <span className="list-filters-space" />
        <Refresh />
        {props.tools}
      </div>
      {isOpen || always > 0 ? (
        <div className="list-filters-grid" id={`${id}-filters`}>
          {(isOpen ? grid : grid.slice(0, always)).map((name) => (
            <Filter key={name} id={`${id}-${name}`} name={name} filters={filters} onChange={onChange} />
          ))}
        </div>
      ) : null}
    </search>
  )
}

/** Everything about tickets anew; it alone is drawn again while the answers are on their way. */
function Refresh() {
  const t = useT()
  const client = useQueryClient()
  return (
    <BusyButton
      variant="minimal"
      icon={<RefreshIcon />}
      aria-label={t('common.refresh')}
      title={t('common.refresh')}
      isBusy={useIsFetching({ queryKey: ['ticket', 'list'] }) > 0}
      onClick={() => void client.invalidateQueries({ queryKey: ['ticket'] })}
    />
  )
}

interface FilterProps extends Pick<TicketFiltersProps, 'filters' | 'onChange'> {
  readonly id: string
  readonly name: FilterName
}

function Filter({ id, name, filters, onChange }: FilterProps) {
  const t = useT()
  const own = fields[name]
  if (own !== undefined) {
    const [field, key] = own
    return (
      <div className={kindOf(field).isSpanned === true ? 'list-filter is-range' : 'list-filter'}>
        <label htmlFor={id}>{t(key)}</label>
        <Suspense fallback={<SkeletonRows rows={1} />}>
          <FieldFilter id={id} name={name} field={field} label={t(key)} values={filters} onChange={onChange} />
        </Suspense>
      </div>
    )
  }
  const isOfMany = hasMany(name)
  return (
    <div className="list-filter">
      <label htmlFor={id}>{t(isOfMany ? `queue.column.${name}` : 'queue.filter.stay')}</label>
      {isOfMany ? (
        <Several id={id} name={name} filters={filters} onChange={onChange} />
      ) : (
        <SelectBox
          id={id}
          fill
          iconName="caret-down"
          value={filters.stay ?? ''}
          onChange={(event) => onChange({ stay: event.currentTarget.value })}
        >
          <option value="">{t('common.all')}</option>
          {stayBands.map((band) => (
            <option key={band} value={band}>
              {t(`queue.stay.${band}`)}
            </option>
          ))}
        </SelectBox>
      )}
    </div>
  )
}

type ManyName = 'type' | 'status' | 'urgency' | 'group'

/** The dictionary whose entries a filter chooses among; types come from the modules. */
const dictionaries: Readonly<Record<ManyName, string | null>> = {
  type: null,
  status: 'ticketStatus',
  urgency: 'urgency',
  group: 'ticketGroup',
}

const hasMany = (name: FilterName): name is ManyName => Object.hasOwn(dictionaries, name)

function Several({ id, name, filters, onChange }: FilterProps & { readonly name: ManyName }) {
  const t = useT()
  const entries = useDictionary(dictionaries[name] ?? '')
  const types = useTypeKeys()
  const options =
    name === 'type'
      ? types.map((key) => ({ value: key, label: t(`applications.${key}.title`) }))
      : entries.map((entry) => ({ value: String(entry.value), label: entry.label }))
  return (
    <MultiChoice
      id={id}
      label={t(`queue.column.${name}`)}
      options={options}
      value={filters[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}
