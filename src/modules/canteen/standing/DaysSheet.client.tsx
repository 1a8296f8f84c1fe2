import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { DayGrid } from './DayGrid.client.tsx'
import { type StandingMeals, workdayLunches } from './standing.ts'

/** 按星期订餐: orders or cancels the meals of the next days that fall on the chosen weekdays. */
export function DaysSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const textOf = useProblemText()
  const client = useQueryClient()
  const [meals, setMeals] = useState<StandingMeals>(workdayLunches)
  const [isBusy, setBusy] = useState(false)
  const send = async (action: 'order' | 'cancel'): Promise<void> => {
    setBusy(true)
    try {
      const { done, refused } = await api.post('/api/canteen/orders/days/', { action, meals }, { key: newKey() })
      const reasons = [...new Set(refused.map(({ problem }) => textOf(problem)))].join(t('common.listSeparator'))
      const others = refused.length === 0 ? '' : ` ${t('standing.refused', [refused.length, reasons])}`
      if (done + refused.length === 0) toast('info', t('standing.nothing'))
      else
        toast(
          refused.length === 0 ? 'success' : 'warning',
          t(action === 'order' ? 'standing.ordered' : 'standing.cancelled', [done]) + others,
        )
      onClose()
    } finally {
      await client.invalidateQueries({ queryKey: ['mealOrder', 'own'] })
      setBusy(false)
    }
  }
  const isEmpty = Object.keys(meals).length === 0
  return (
    <Sheet
      title={t('standing.days')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button
            intent="danger"
            variant="outlined"
            text={t('standing.cancel')}
            disabled={isBusy || isEmpty}
            onClick={() => ignoreApiError(send('cancel'))}
          />
          <Button
            intent="primary"
            text={t('standing.order')}
            disabled={isBusy || isEmpty}
            onClick={() => ignoreApiError(send('order'))}
          />
        </>
      }
    >
      <p>{t('standing.daysExplain')}</p>
      <DayGrid meals={meals} onChange={setMeals} />
    </Sheet>
  )
}
