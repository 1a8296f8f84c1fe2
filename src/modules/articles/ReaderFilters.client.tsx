import { Button, Switch } from '@blueprintjs/core'
import { FilterIcon, RefreshIcon, ResetIcon } from '@blueprintjs/icons'
import { useId, useRef, useState } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import FieldFilter from '#src/client/records/list/FieldFilter.tsx'
import { choice, date, department } from '#src/fields/field.ts'
import { MAX_SEARCH, useReading } from './useReading.client.ts'

const fields = {
  category: choice('articleCategory'),
  deptId: department(),
  publishAt: date(),
}
const names = ['category', 'deptId', 'publishAt'] as const
/** Pixels below which these open on demand. */
const OPEN_FROM = 600

/** Keyword, unread only, category, department and day of the readers' list (10.4). */
export function ReaderFilters({
  isFetching,
  onRefresh,
}: {
  readonly isFetching: boolean
  readonly onRefresh: () => void
}) {
  const t = useT()
  const id = useId()
  const { filter, isNarrowed, value, change, clear } = useReading()
  const box = useRef<HTMLElement>(null)
  const isNarrow = useNarrow(box, OPEN_FROM)
  const set = names.filter((name) => [name, `${name}_after`, `${name}_before`].some((key) => key in filter)).length
  const [isOpen, setOpen] = useState(set > 0)
  const labels = {
    category: t('articles.category'),
    deptId: t('articles.dept'),
    publishAt: t('articles.publishAt'),
  }
  return (
    <search className="list-filters" ref={box} aria-label={t('records.list.filters')}>
      <div className="list-filters-bar">
        <div className="list-search">
          <DebouncedInput
            type="search"
            aria-label={t('common.search')}
            placeholder={t('records.list.search')}
            leftIcon={searchGlass}
            maxLength={MAX_SEARCH}
            value={value('search')}
            onValueChange={(search) => change({ search })}
          />
        </div>
        <Switch
          className="article-unread"
          label={t('articles.unreadOnly')}
          checked={value('unread') === '1'}
          onChange={(event) => change({ unread: event.currentTarget.checked ? '1' : '' })}
        />
        {isNarrow ? (
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
          disabled={!isNarrowed}
          onClick={clear}
        />
        <span className="list-filters-space" />
        <BusyButton
          variant="minimal"
          icon={<RefreshIcon />}
          aria-label={t('common.refresh')}
          title={t('common.refresh')}
          isBusy={isFetching}
          onClick={onRefresh}
        />
      </div>
      {isNarrow && !isOpen ? null : (
        <div className="list-filters-grid" id={`${id}-filters`}>
          {names.map((name) => (
            <div key={name} className={name === 'publishAt' ? 'list-filter is-range' : 'list-filter'}>
              <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
              <FieldFilter
                id={`${id}-${name}`}
                name={name}
                field={fields[name]}
                label={labels[name]}
                values={filter}
                onChange={change}
              />
            </div>
          ))}
        </div>
      )}
    </search>
  )
}
