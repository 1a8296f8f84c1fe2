import { Tab } from '@blueprintjs/core'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { AccessCheck } from './AccessCheck.client.tsx'
import { role } from './role.ts'

const waiting = ['role', 'roleScope', 'roleRecord'] as const
const tabs = [
  { id: 'roles', need: 'role:Search' },
  { id: 'check', need: 'accessCheck:Search' },
] as const
type TabId = (typeof tabs)[number]['id']

/** 60.2: the roles, of which a row leads to what it grants, and what they let a person use. */
export function RolePage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const open = tabs.filter((tab) => may(tab.need))
  const tab: TabId | undefined = (open.find(({ id }) => id === params.get('tab')) ?? open[0])?.id
  const panels: Readonly<Record<TabId, () => React.JSX.Element>> = { roles: Roles, check: AccessCheck }
  return (
    <>
      <PageHeader title={t('records.role.title')} actions={tab === 'roles' ? <RecordToolbar record={role} /> : null} />
      {tab === undefined ? null : (
        <PageTabs
          id="roles"
          selectedTabId={tab}
          // Each tab has filters of its own.
          onChange={(id) => setParams(id === 'roles' ? {} : { tab: String(id) })}
        >
          {open.map(({ id }) => {
            const Panel = panels[id]
            return <Tab key={id} id={id} title={t(`role.pageTabs.${id}`)} panel={<Panel />} />
          })}
        </PageTabs>
      )}
    </>
  )
}

function Roles() {
  const navigate = useNavigate()
  return (
    <>
      <WaitingHere kinds={waiting} />
      <RecordList record={role} onOpen={(row) => void navigate(`/system/role/${row.id}`)} />
    </>
  )
}
