import './backup.css'
import '#src/client/records/records.css'
import { Button, Tab } from '@blueprintjs/core'
import { CloudUploadIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FailedState, May, PageHeader, PageTabs, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { BackupList } from './BackupList.client.tsx'
import { BackupVerdict } from './BackupVerdict.client.tsx'
import { isOpenRun, useBackups } from './backup-calls.client.tsx'
import { CreateDialog } from './CreateDialog.client.tsx'
import { DataTab } from './DataTab.client.tsx'
import { ExportCentre } from './ExportCentre.client.tsx'
import { PlanTab } from './PlanTab.client.tsx'
import { OpenRuns, RunList } from './RunList.client.tsx'

const allTabs = ['list', 'plan', 'runs', 'exports', 'data'] as const
const TAB = 'tab'

/** `/databackup` (10.6): first of all to which moment the bureau could be restored. */
export function BackupPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useBackups()
  const mayExport = useMay('backup:ExportData')
  const tabs = allTabs.filter((one) => one !== 'data' || mayExport)
  const tabParam = params.get(TAB)
  const tab = tabs.find((one) => one === tabParam) ?? 'list'
  const open = data?.runs.filter(isOpenRun) ?? []
  const panels = {
    list: data === undefined ? null : <BackupList backups={data.backups} />,
    plan: <PlanTab />,
    runs: data === undefined ? null : <RunList runs={data.runs.filter((run) => !isOpenRun(run))} />,
    exports: <ExportCentre />,
    data: <DataTab />,
  }
  return (
    <>
      <PageHeader
        title={t('pages./databackup')}
        text={t('backups.lead')}
        actions={
          <May need="backup:Create">
            <Button
              intent="primary"
              icon={<CloudUploadIcon />}
              text={t('backups.create')}
              disabled={open.some(({ kind, state }) => kind === 'backup' && state === 'waiting')}
              onClick={() => setCreating(true)}
            />
          </May>
        }
      />
      {data === undefined ? (
        <div className="card backup-wait">
          {error === null ? <SkeletonRows rows={6} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : (
        <>
          <BackupVerdict state={data.state} hasBackups={data.backups.length > 0} />
          <OpenRuns runs={open} />
          <div className="card backup-card">
            <PageTabs
              id="backups"
              className="backup-tabs"
              selectedTabId={tab}
              onChange={(next) => setParams({ [TAB]: String(next) }, { replace: true })}
            >
              {tabs.map((name) => (
                <Tab key={name} id={name} title={t(`backups.tabs.${name}`)} panel={<>{panels[name]}</>} />
              ))}
            </PageTabs>
          </div>
        </>
      )}
      {isCreating ? <CreateDialog onClose={() => setCreating(false)} /> : null}
    </>
  )
}
