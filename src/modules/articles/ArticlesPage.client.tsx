import '#src/client/records/records.css'
import { Tab } from '@blueprintjs/core'
import { useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { ReaderList } from './ReaderList.client.tsx'

/** 10.4: what the bureau tells its people, and to its editors the drafts as well. */
export function ArticlesPage() {
  const t = useT()
  const mayWrite = useMay('article:Create')
  const [params, setParams] = useSearchParams()
  const title = t('pages./publicarticles')
  if (!mayWrite)
    return (
      <>
        <PageHeader title={title} />
        <ReaderList />
      </>
    )
  const tab = params.get('tab') === 'manage' ? 'manage' : 'read'
  const record = recordNamed('article')
  return (
    <>
      <PageHeader title={title} actions={tab === 'manage' ? <RecordToolbar record={record} /> : null} />
      <PageTabs
        id="articles"
        selectedTabId={tab}
        onChange={(next) => setParams(next === 'manage' ? { tab: 'manage' } : {})}
      >
        <Tab id="read" title={t('articles.read')} panel={<ReaderList />} />
        <Tab id="manage" title={t('articles.manage')} panel={<RecordList record={record} />} />
      </PageTabs>
    </>
  )
}
