import { HTMLSelect, Switch, Tab, Tabs } from '@blueprintjs/core'
import { SearchIcon } from '@blueprintjs/icons'
import { useSearchParams } from 'react-router-dom'
import { DebouncedInput } from '#src/client/forms/DebouncedInput.tsx'
import { useCounts } from '#src/client/home/queries.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Pagination } from '#src/client/records/Pagination.tsx'
import { useDictionary } from '#src/client/session/index.ts'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/ui/index.ts'
import { type TicketLabel, ticketLabels } from '#src/define/tickets.ts'
import { useCards, useTicketList } from './queries.ts'
import { TicketTable } from './TicketTable.tsx'

const isLabel = (text: string | null): text is TicketLabel => ticketLabels.includes(text as TicketLabel)

/** 20.6: the seven lists with their counters; filters stand in the address. */
export function QueuePage() {
  const t = useT()
  const counts = useCounts()
  const [params, setParams] = useSearchParams()
  const asked = params.get('label')
  const label: TicketLabel = isLabel(asked) ? asked : 'pendingApproval'
  const change = (next: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const merged = new URLSearchParams(now)
        for (const [name, value] of Object.entries({ page: '', ...next })) {
          if (value === '') merged.delete(name)
          else merged.set(name, value)
        }
        return merged
      },
      { preventScrollReset: true },
    )
  return (
    <>
      <PageHeader title={t('tickets.queue.title')} />
      <Tabs
        id="ticket-labels"
        className="ticket-tabs"
        selectedTabId={label}
        onChange={(id) => setParams({ label: String(id) })}
        renderActiveTabPanelOnly
      >
        {ticketLabels.map((key) => (
          <Tab
            key={key}
            id={key}
            title={<TabTitle label={key} />}
            {...(counts.data ? { tagContent: counts.data[key] } : {})}
            panel={
              <>
                <Filters label={key} params={params} onChange={change} />
                <List label={key} params={params} onChange={change} />
              </>
            }
          />
        ))}
      </Tabs>
    </>
  )
}

function TabTitle({ label }: { readonly label: TicketLabel }) {
  return <>{useDictionary('ticketListLabel').find((entry) => entry.value === label)?.label ?? label}</>
}

interface PartProps {
  readonly label: TicketLabel
  readonly params: URLSearchParams
  readonly onChange: (next: Readonly<Record<string, string>>) => void
}

function Filters({ label, params, onChange }: PartProps) {
  const t = useT()
  const cards = useCards()
  const urgencies = useDictionary('urgency')
  return (
    <div className="list-filters-bar ticket-filters">
      <DebouncedInput
        className="list-search"
        type="search"
        leftElement={<SearchIcon className="list-search-icon" />}
        value={params.get('search') ?? ''}
        maxLength={50}
        placeholder={t('tickets.queue.search')}
        aria-label={t('tickets.queue.search')}
        onValueChange={(text) => onChange({ search: text })}
      />
      <HTMLSelect
        aria-label={t('tickets.queue.type')}
        value={params.get('type') ?? ''}
        onChange={(event) => onChange({ type: event.currentTarget.value })}
      >
        <option value="">{t('tickets.queue.type')}</option>
        {(cards.data ?? []).map((card) => (
          <option key={card.key} value={card.key}>
            {t(`applications.${card.key}.title`)}
          </option>
        ))}
      </HTMLSelect>
      <HTMLSelect
        aria-label={t('tickets.queue.urgency')}
        value={params.get('urgency') ?? ''}
        onChange={(event) => onChange({ urgency: event.currentTarget.value })}
      >
        <option value="">{t('tickets.queue.urgency')}</option>
        {urgencies.map((entry) => (
          <option key={String(entry.value)} value={String(entry.value)}>
            {entry.label}
          </option>
        ))}
      </HTMLSelect>
      {label === 'assigned' ? (
        <HTMLSelect
          aria-label={t('tickets.queue.toMe')}
          value={params.get('direction') ?? ''}
          onChange={(event) => onChange({ direction: event.currentTarget.value })}
        >
          <option value="">{t('tickets.queue.all')}</option>
          <option value="toMe">{t('tickets.queue.toMe')}</option>
          <option value="byMe">{t('tickets.queue.byMe')}</option>
        </HTMLSelect>
      ) : null}
      <Switch
        className="ticket-overdue"
        label={t('tickets.queue.overdueOnly')}
        checked={params.get('overdue') === '1'}
        onChange={(event) => onChange({ overdue: event.currentTarget.checked ? '1' : '' })}
      />
    </div>
  )
}

function List({ label, params, onChange }: PartProps) {
  const t = useT()
  const filters = Object.fromEntries(
    ['search', 'type', 'urgency', 'direction', 'overdue']
      .map((name) => [name, params.get(name) ?? ''])
      .filter(([, value]) => value !== ''),
  )
  const page = Number(params.get('page') ?? 1)
  const limit = Number(params.get('limit') ?? 20)
  const { data, error, refetch } = useTicketList({ label, page, limit, ...filters })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  return (
    <div className="list">
      {data === undefined ? (
        <div className="list-state">
          <SkeletonRows rows={8} />
        </div>
      ) : null}
      {data?.data.length === 0 ? (
        <EmptyState title={Object.keys(filters).length > 0 ? t('common.noMatch') : t(`tickets.empty.${label}`)} />
      ) : null}
      {data && data.data.length > 0 ? (
        <TicketTable rows={data.data} showApplicant={label !== 'toSubmit' && label !== 'submitted'} />
      ) : null}
      {data ? (
        <Pagination
          page={page}
          limit={limit}
          total={data.total}
          onChange={(next) => onChange({ page: String(next.page), limit: String(next.limit) })}
        />
      ) : null}
    </div>
  )
}
