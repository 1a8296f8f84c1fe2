import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHeader } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { project } from '../project.ts'
import { projectExec } from '../project-parts.ts'
import { BulkActions } from './BulkActions.client.tsx'
import { ViewSwitch } from './ViewSwitch.client.tsx'

const noItems = (): [] => []
const nothing = {}
const noNames: readonly string[] = []

/** 30.4: the library as a list. */
export function ProjectLibrary() {
  const t = useT()
  const navigate = useNavigate()
  const more: ListAdditions = useMemo(
    () => ({
      columns: project.list.columns,
      own: nothing,
      parameters: noNames,
      itemsOf: noItems,
      bulk: (ids, done) => <BulkActions ids={ids} onDone={done} />,
    }),
    [],
  )
  return (
    <>
      <PageHeader
        title={t('pages./business/project-library')}
        actions={
          <>
            <ViewSwitch of="library" />
            <RecordToolbar record={project} />
          </>
        }
      />
      <RecordList record={project} more={more} onOpen={(row) => void navigate(`/business/project-library/${row.id}`)} />
    </>
  )
}

/** 30.5: the execution ledger as a list. */
export function ProjectBank() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={t('pages./projectbank')}
        actions={
          <>
            <ViewSwitch of="bank" />
            <RecordToolbar record={projectExec} />
          </>
        }
      />
      <RecordList
        record={projectExec}
        emptyText={t('project.noneRunning')}
        onOpen={(row) => void navigate(`/business/project-library/${row.id}?part=milestones`)}
      />
    </>
  )
}
