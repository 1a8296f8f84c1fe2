import { Button } from '@blueprintjs/core'
import { useNavigate } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, PageHeader, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { fundPlan } from './fund-plan.ts'

/** 30.3: the plans of all months. */
export function FundPlans() {
  const t = useT()
  const may = useMayCheck()
  const navigate = useNavigate()
  const month = browserTime().today.slice(0, 7)
  const remind = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('fundPlan.remindMany', [month]) }))) return
    const { reminded } = await api.post('/api/budget/fund_remind/', { month }, { key: newKey() })
    toast('success', t('yearPlan.reminded', [reminded]))
  }
  return (
    <>
      <PageHeader
        title={t('pages./business/financial-planning')}
        actions={
          <>
            {may('fundPlan:Review') ? (
              <Button text={t('fundPlan.remindButton')} onClick={() => ignoreApiError(remind())} />
            ) : null}
            <RecordToolbar record={fundPlan} />
          </>
        }
      />
      <RecordList record={fundPlan} onOpen={(row) => void navigate(`/business/financial-planning/${row.id}`)} />
    </>
  )
}
