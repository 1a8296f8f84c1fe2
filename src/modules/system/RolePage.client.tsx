import { useNavigate } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { RecordList } from '#src/client/records/RecordList.tsx'
import { PageHeader } from '#src/client/ui/index.ts'
import { role } from './role.ts'

/** 60.2: the roles; a row leads to what it grants. */
export function RolePage() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('records.role.title')} actions={<RecordToolbar record={role} />} />
      <RecordList record={role} onOpen={(row) => void navigate(`/system/role/${row.id}`)} />
    </>
  )
}
