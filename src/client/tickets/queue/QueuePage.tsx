import { Tab } from '@blueprintjs/core'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useCounts } from '#src/client/pages/home/queries.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { type TicketLabel, ticketLabels } from '#src/define/tickets/lists.ts'
import type { FilterName } from './TicketFilters.tsx'
import { TicketList } from './TicketList.tsx'
import '../tickets.css'

const isLabel = (text: string | null): text is TicketLabel => ticketLabels.includes(text as TicketLabel)

const columns = [
  'no',
  'title',
  'type',
  'group',
  'applicant',
  'dept',
  'amount',
  'urgency',
  'status',
  'current',
  'handlers',
  'submittedAt',
  'stayHours',
  'dueAt',
  'round',
]
/** The title says the type, and rounds are rare. */
const hidden = ['group', 'round']
/** approved and done show the latest decision too. */
const decided = [...columns.slice(0, 9), 'decision', ...columns.slice(9)]
const filters: readonly FilterName[] = [
  'type',
  'status',
  'urgency',
  'stay',
  'group',
  'applicantId',
  'deptId',
  'amount',
  'submittedAt',
  'overdue',
]

/** 20.6: the seven lists with their counters; filters stand in the address. */
export function QueuePage() {
  const t = useT()
  const word = useDictionaryLabel()
  const counts = useCounts()
  const [params, setParams] = useSearchParams()
  const labelParam = params.get('label')
  const label: TicketLabel = isLabel(labelParam) ? labelParam : 'pendingApproval'
  return (
    <>
      <PageHeader title={t('queue.title')} />
      <PageTabs
        id="ticket-labels"
        selectedTabId={label}
        onChange={(id) =>
          setParams((now) => ({ label: String(id), ...(now.get('charts') === '1' && { charts: '1' }) }))
        }
      >
        {ticketLabels.map((key) => (
          <Tab
            key={key}
            id={key}
            title={word('ticketListLabel', key)}
            {...(counts.data ? { tagContent: counts.data[key] } : {})}
            panel={
              <TicketList
                key={key}
                list={key}
                page="ticket"
                columns={key === 'approved' || key === 'done' ? decided : columns}
                hidden={hidden}
                filters={filters}
                isQueue
                empty={<EmptyState title={t(`queue.empty.${key}`)} />}
              />
            }
          />
        ))}
      </PageTabs>
    </>
  )
}
