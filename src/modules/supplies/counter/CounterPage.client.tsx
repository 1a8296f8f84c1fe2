import { Tab } from '@blueprintjs/core'
import { useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed } from '#src/client/platform/parts/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { useWaiting } from './useWaiting.client.ts'
import { WaitingTickets } from './WaitingTickets.client.tsx'

const tabs = ['waiting', 'returns', 'issues', 'kits'] as const
type TabKey = (typeof tabs)[number]
const records: Partial<Record<TabKey, string>> = { returns: 'supplyReturn', issues: 'stockIssue', kits: 'supplyKit' }

/** `/stockmanage/issueCounter`: what is handed out, what comes back, and the sets that are asked for together. */
export function CounterPage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const waiting = useWaiting()
  const isLoaded = waiting.data !== undefined
  const open = tabs.filter((key) => {
    const name = records[key]
    // The words of another module's record come with the first answer.
    return name === undefined || (isLoaded && may(recordNamed(name).permissions.search))
  })
  const tabParam = params.get('tab')
  const shown = open.find((key) => key === tabParam) ?? 'waiting'
  const record = records[shown]
  return (
    <>
      <PageHeader
        title={t('pages./stockmanage/issueCounter')}
        actions={record === undefined ? null : <RecordToolbar key={shown} record={recordNamed(record)} />}
      />
      <PageTabs
        id="counter-tabs"
        className="record-tabs"
        selectedTabId={shown}
        onChange={(id) => setParams({ tab: String(id) })}
      >
        {open.map((key) => (
          <Tab key={key} id={key} title={t(`counter.tabs.${key}`)} panel={<Panel key={key} tab={key} />} />
        ))}
      </PageTabs>
    </>
  )
}

function Panel({ tab }: { readonly tab: TabKey }) {
  const record = records[tab]
  return record === undefined ? <WaitingTickets /> : <RecordList record={recordNamed(record)} />
}
