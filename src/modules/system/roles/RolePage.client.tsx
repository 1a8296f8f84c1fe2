import { useNavigate } from 'react-router-dom'
import { PageHeader } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { role } from './role.ts'

const waiting = ['role', 'roleScope', 'roleRecord'] as const

/** 60.2: the roles; a row leads to what it grants. */
export function RolePage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('records.role.title')} actions={<RecordToolbar record={role} />} />
      <WaitingHere kinds={waiting} />
      <RecordList record={role} onOpen={(row) => void navigate(`/system/role/${row.id}`)} />
    </>
  )
}
