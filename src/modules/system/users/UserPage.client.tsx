import '#src/client/records/records.css'
import './user.css'
import { Tab } from '@blueprintjs/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import type { FirstPassword } from '#src/define/accounts.ts'
import { OneTimePasswords } from './OneTimePasswords.client.tsx'
import { RegistrationList } from './RegistrationList.client.tsx'
import { ResetList } from './ResetList.client.tsx'
import { SessionList } from './SessionList.client.tsx'
import { UserList } from './UserList.client.tsx'
import { user } from './user.ts'

const tabs = [
  { id: 'users', need: 'user:Search' },
  { id: 'registrations', need: 'user:Create' },
  { id: 'resets', need: 'user:ResetPassword' },
  { id: 'sessions', need: 'session:Search' },
] as const
type TabId = (typeof tabs)[number]['id']

/** 60.1: accounts, what people ask for before they have one, and who is signed in. */
export function UserPage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const [passwords, setPasswords] = useState<readonly FirstPassword[]>([])
  const open = tabs.filter((tab) => may(tab.need))
  const tab: TabId = open.find(({ id }) => id === params.get('tab'))?.id ?? 'users'
  const panels: Readonly<Record<TabId, () => React.JSX.Element>> = {
    users: () => <UserList onPassword={(one) => setPasswords([one])} />,
    registrations: () => <RegistrationList />,
    resets: () => <ResetList onPassword={(one) => setPasswords([one])} />,
    sessions: () => <SessionList />,
  }
  return (
    <>
      <PageHeader
        title={t('records.user.title')}
        actions={
          tab === 'users' ? (
            <RecordToolbar
              record={user}
              onCreated={(answer) => setPasswords([answer as FirstPassword])}
              onImported={(answer) => setPasswords((answer as { passwords: readonly FirstPassword[] }).passwords)}
            />
          ) : null
        }
      />
      <PageTabs
        id="users"
        selectedTabId={tab}
        // Each tab has filters of its own.
        onChange={(id) => setParams(id === 'users' ? {} : { tab: String(id) })}
      >
        {open.map(({ id }) => (
          <Tab key={id} id={id} title={t(`user.tabs.${id}`)} panel={panels[id]()} />
        ))}
      </PageTabs>
      {passwords.length === 0 ? null : <OneTimePasswords list={passwords} onClose={() => setPasswords([])} />}
    </>
  )
}
