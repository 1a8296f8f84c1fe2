import { Button } from '@blueprintjs/core'
import { FilterIcon, RefreshIcon, ResetIcon } from '@blueprintjs/icons'
import { type ReactNode, useId, useState } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { inputOf } from '#src/client/components/forms/registry.ts'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type RecordDefinition, SEARCHED_DAYS } from '#src/define/record.ts'
import { BusyButton } from '../form/BusyButton.tsx'
import { fieldOf } from '../model.ts'
import { maxSearch } from './query.ts'
import type { RecordList } from './useRecordList.ts'

/** Filters that are always in sight where there is room; the others open on demand. */
const SHOWN = 4

interface FilterBarProps {
  readonly record: RecordDefinition
  readonly labels: Labels
  readonly list: RecordList
  readonly isNarrow: boolean
  /** Columns, density: what changes the look and not the content. */
  readonly view: ReactNode
  /** Filters of the page, each a `list-filter`. */
  readonly extra?: ReactNode
}

/** Keyword, filters, Reset and Refresh of a list (LIST-STD). */
export function FilterBar({ record, labels, list, isNarrow, view, extra }: FilterBarProps) {
  const t = useT()
  const id = useId()
  const { query, change, reset, refresh, isFetching } = list
  const filters = record.list.filters.flatMap((name) => {
    const field = fieldOf(record, name)
    const Filter = field === undefined ? undefined : inputOf(field).Filter
    return field === undefined || Filter === undefined ? [] : [{ name, field, Filter }]
  })
  const isSet = (name: string): boolean =>
    [name, `${name}_after`, `${name}_before`].some((key) => query.filters[key] !== undefined)
  const always = isNarrow ? 0 : SHOWN
  // On a phone the count beside the button tells of what is set; the rows come first.
  const [isOpen, setOpen] = useState(!isNarrow && filters.slice(always).some(({ name }) => isSet(name)))
  const shown = isOpen ? filters : filters.slice(0, always)
  const set = filters.filter(({ name }) => isSet(name)).length
  const { recent } = record.list
  const hasSearch =
    record.list.search.length > 0 ||
    record.list.columns.some((name) => ['text', 'person'].includes(fieldOf(record, name)?.kind ?? ''))
  return (
    <search className="list-filters" aria-label={t('records.list.filters')}>
      <div className="list-filters-bar">
        {hasSearch ? (
          <div className="list-search">
            <DebouncedInput
              type="search"
              aria-label={t('common.search')}
              placeholder={t('records.list.search')}
              leftIcon={searchGlass}
              maxLength={maxSearch}
              value={query.search}
              onValueChange={(search) => change({ search })}
            />
          </div>
        ) : null}
        {filters.length > always ? (
          <Button
            active={isOpen}
            icon={<FilterIcon />}
            aria-expanded={isOpen}
            aria-controls={`${id}-filters`}
            text={set > 0 ? t('records.list.filterCount', [set]) : t('records.list.moreFilters')}
            onClick={() => setOpen(!isOpen)}
          />
        ) : null}
        <Button
          variant="minimal"
          icon={<ResetIcon />}
          text={t('common.reset')}
          disabled={!list.isNarrowed}
          onClick={reset}
        />
        <span className="list-filters-space" />
        <BusyButton
          variant="minimal"
          icon={<RefreshIcon />}
          aria-label={t('common.refresh')}
          title={t('common.refresh')}
          isBusy={isFetching}
          onClick={refresh}
        />
        {view}
      </div>
      {recent !== undefined && query.search !== '' && !isSet(`${recent.field}_after`) ? (
        <p className="list-searched" role="status">
          {t('records.list.searchedDays', [SEARCHED_DAYS])}
        </p>
      ) : null}
      {shown.length === 0 && (extra === undefined || isNarrow) ? null : (
        <div className="list-filters-grid" id={`${id}-filters`}>
          {shown.map(({ name, field, Filter }) => (
            <div
              key={name}
              className={['date', 'dateTime', 'money'].includes(field.kind) ? 'list-filter is-range' : 'list-filter'}
            >
              <label htmlFor={`${id}-${name}`}>{labels(name)}</label>
              <Filter
                id={`${id}-${name}`}
                name={name}
                field={field}
                label={labels(name)}
                values={query.filters}
                onChange={(values) => change({ filters: merged(query.filters, values) })}
              />
            </div>
          ))}
          {isNarrow && !isOpen ? null : extra}
        </div>
      )}
    </search>
  )
}

function merged(
  filters: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value !== ''))
}
