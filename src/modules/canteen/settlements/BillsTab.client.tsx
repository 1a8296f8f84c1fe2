import '../canteen.css'
import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { mealBill } from './bill-record.ts'

/** 用餐账单: the bills of each month; who runs the canteen settles the month that is over. */
export function BillsTab() {
  const t = useT()
  return (
    <>
      {useMay('mealOrder:Settle') ? <SettleBar /> : null}
      <RecordList record={mealBill} emptyText={t('mealBill.none')} />
    </>
  )
}

function SettleBar() {
  const t = useT()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['mealBill', 'next'],
    queryFn: ({ signal }) => api.get('/api/canteen/settlement/', { signal, quiet: true }),
  })
  if (data === undefined) return null
  const { month, orders, people, amount, isSettled } = data
  const settle = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('mealBill.ask', [month, people, orders, amount]) }))) return
    const done = await api.post('/api/canteen/settlement/', { month }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['mealBill'] })
    toast('success', t('mealBill.done', [month, done.bills, done.amount]))
  }
  return (
    <div className="meal-bar">
      <span>{isSettled ? t('mealBill.settled', [month]) : t('mealBill.open', [month, people, orders, amount])}</span>
      {isSettled ? null : (
        <div className="meal-bar-actions">
          <Button intent="primary" text={t('mealBill.settle', [month])} onClick={() => ignoreApiError(settle())} />
        </div>
      )}
    </div>
  )
}
