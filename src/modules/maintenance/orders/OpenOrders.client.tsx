import './order.css'
import { Button, Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DictionaryText, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'
import type { FieldValue } from '#src/fields/field.ts'
import type { PlaceOrder, ReportPlace } from './order.types.ts'

const usePlace = (query: Readonly<Record<string, string | number>>) =>
  useQuery({
    queryKey: ['workOrder', 'place', query],
    queryFn: ({ signal }) => api.get('/api/maintenance/place/', { query, signal, quiet: true }),
    enabled: Object.keys(query).length > 0,
  })

const idIn = (name: string, value: FieldValue | undefined): Readonly<Record<string, number>> =>
  typeof value === 'number' ? { [name]: value } : {}

/** Above the report of a fault: what a scanned code stands for is filled in, and an open order can be followed instead of reported again (E9). */
export function OpenOrders({ values, onChange, disabled, ticketId }: ApplyPartProps) {
  const [params] = useSearchParams()
  const [assetNo, roomCode] = [params.get('asset'), params.get('room')]
  const scanned = usePlace(
    ticketId !== null ? {} : assetNo !== null ? { assetNo } : roomCode !== null ? { roomCode } : {},
  )
  const place: ReportPlace | undefined = scanned.data
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (place === undefined || isFilled) return
    // What was scanned is filled in once; later changes are the reporter's.
    setFilled(true)
    if (place.assetId !== null) onChange('assetId', place.assetId)
    if (place.roomId !== null) onChange('roomId', place.roomId)
    if (place.location !== null) onChange('location', place.location)
  }, [place, isFilled, onChange])
  const chosen = typeof values.assetId === 'number' ? idIn('assetId', values.assetId) : idIn('roomId', values.roomId)
  const { data } = usePlace(chosen)
  if (data === undefined || (data.open.length === 0 && data.past.length === 0)) return null
  return <PlaceOrders place={data} disabled={disabled} />
}

function PlaceOrders({ place: { open, past }, disabled }: { readonly place: ReportPlace; readonly disabled: boolean }) {
  const t = useT()
  return (
    <div className="repair-place">
      {open.length === 0 ? null : (
        <Callout intent="warning" title={t('repair.openTitle')} role="status">
          <p>{t('repair.openText')}</p>
          <ul>
            {open.map((order) => (
              <li key={order.id}>
                <OrderLine order={order} />
                {order.description === null ? null : <Follow order={order} disabled={disabled} />}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {past.length === 0 ? null : (
        <details>
          <summary>{t('repair.pastTitle')}</summary>
          <ul>
            {past.map((order) => (
              <li key={order.id}>
                <OrderLine order={order} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function OrderLine({
  order: { no, category, state, description, createdAt },
}: {
  readonly order: Omit<PlaceOrder, 'isFollowed'>
}) {
  return (
    <span className="repair-line">
      <StateChip dictionary="workOrderState" value={state} />
      <span>
        {createdAt.slice(0, 10)} {no} <DictionaryText dictionary="maintCategory" value={category} />
      </span>
      <span>{description}</span>
    </span>
  )
}

function Follow({
  order: { id, no, isFollowed },
  disabled,
}: {
  readonly order: PlaceOrder
  readonly disabled: boolean
}) {
  const t = useT()
  const client = useQueryClient()
  const follow = async (): Promise<void> => {
    await api.post(
      `/api/maintenance/order/${id}/follow/` as '/api/maintenance/order/:id/follow/',
      { isFollowed: !isFollowed },
      { key: newKey() },
    )
    await client.invalidateQueries({ queryKey: ['workOrder', 'place'] })
    if (!isFollowed) toast('success', t('repair.followDone', [no ?? '']))
  }
  return (
    <Button
      size="small"
      intent={isFollowed ? 'none' : 'primary'}
      disabled={disabled}
      aria-pressed={isFollowed}
      text={t(isFollowed ? 'repair.followed' : 'repair.follow')}
      onClick={() => ignoreApiError(follow())}
    />
  )
}
