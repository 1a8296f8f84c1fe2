import '../canteen.css'
import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { type OpenForm, OrderForms } from './OrderForms.client.tsx'
import { mealOrder } from './order-record.ts'

const nothing: readonly string[] = []

/** 订餐明细: every order; who runs the canteen orders for others, changes, cancels, verifies and marks here. */
export function OrderList() {
  const t = useT()
  const client = useQueryClient()
  const [mayVerify, mayMiss] = [useMay('mealOrder:Verify'), useMay('mealOrder:NoShow')]
  const [open, setOpen] = useState<OpenForm | null>(null)
  const miss = useCallback(
    async (ids: readonly number[], done: () => void): Promise<void> => {
      if (!(await confirmDialog({ text: t('orderList.missAsk', [ids.length]) }))) return
      const { marked } = await api.post('/api/canteen/counter/no_show/', { orderIds: ids }, { key: newKey() })
      done()
      await client.invalidateQueries({ queryKey: ['mealOrder'] })
      const others = ids.length - marked
      toast(
        others === 0 ? 'success' : 'info',
        others === 0 ? t('orderList.missed', [marked]) : t('orderList.missedSome', [marked, others]),
      )
    },
    [client, t],
  )
  const more = useMemo(
    (): ListAdditions => ({
      columns: mealOrder.list.columns,
      parameters: nothing,
      itemsOf: (row) =>
        !mayVerify || row.state !== 'ordered' || row.kind === 'reception'
          ? []
          : [
              ...(row.kind === 'guest' && (row.grantId ?? null) === null
                ? [{ text: t('orderList.portions'), onClick: () => setOpen({ type: 'portions', row }) }]
                : []),
              {
                text: t('orderList.cancel'),
                intent: 'danger' as const,
                onClick: () => setOpen({ type: 'cancel', row }),
              },
            ],
      ...((mayVerify || mayMiss) && {
        bulk: (ids: readonly number[], done: () => void) => (
          <>
            {mayVerify ? (
              <Button
                size="small"
                intent="primary"
                text={t('mealCounter.verify')}
                onClick={() => setOpen({ type: 'verify', ids, done })}
              />
            ) : null}
            {mayMiss ? (
              <Button size="small" text={t('mealCounter.noShow')} onClick={() => ignoreApiError(miss(ids, done))} />
            ) : null}
          </>
        ),
      }),
    }),
    [t, mayVerify, mayMiss, miss],
  )
  return (
    <>
      {mayVerify ? (
        <div className="meal-bar">
          <div className="meal-bar-actions">
            <Button
              icon={<AddIcon />}
              intent="primary"
              text={t('orderList.create')}
              onClick={() => setOpen({ type: 'create' })}
            />
          </div>
        </div>
      ) : null}
      <RecordList record={mealOrder} more={more} />
      {open === null ? null : <OrderForms open={open} onClose={() => setOpen(null)} />}
    </>
  )
}
