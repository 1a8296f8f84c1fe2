import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import './order.css'
import { Button, TextArea } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  DictionaryText,
  EmptyState,
  FailedState,
  SkeletonRows,
  StateChip,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { CommentedOrder, OpenOrder } from './order.types.ts'

/** 我的维修: what I reported and follow, and the parts the head of logistics has to comment on (MNT-03). */
export function MyRepairs() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['workOrder', 'own'],
    queryFn: ({ signal }) => api.get('/api/maintenance/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  const { toComment, toWatch, toRate, reported, followed } = data
  if (toComment.length + toWatch.length + toRate.length + reported.length + followed.length === 0)
    return <EmptyState title={t('repair.noneMine')} />
  return (
    <div className="repair-own">
      {toComment.length === 0 ? null : (
        <section>
          <h2>{t('repair.toComment')}</h2>
          <p>{t('repair.commentText')}</p>
          {toComment.map((order) => (
            <Comment key={order.id} order={order} />
          ))}
        </section>
      )}
      <Orders title={t('repair.toWatch')} orders={toWatch} />
      {toRate.length === 0 ? null : (
        <section>
          <h2>{t('repair.toRate')}</h2>
          {toRate.map((order) => (
            <div key={order.id} className="repair-to-rate">
              <Line order={order} />
              <Link to={`/workflow/ticket/${order.ticketId}`}>{t('repair.rateTitle')}</Link>
            </div>
          ))}
        </section>
      )}
      <Orders title={t('repair.reported')} orders={reported} />
      <Orders title={t('repair.following')} orders={followed} />
    </div>
  )
}

function Line({
  order: { no, category, state, location, description },
}: {
  readonly order: Omit<OpenOrder, 'isFollowed'>
}) {
  return (
    <p className="repair-line">
      <StateChip dictionary="workOrderState" value={state} />
      <strong>{location}</strong>
      <DictionaryText dictionary="maintCategory" value={category} />
      <span>{description}</span>
      <span className="ticket-soft">{no}</span>
    </p>
  )
}

function Orders({ title, orders }: { readonly title: string; readonly orders: readonly OpenOrder[] }) {
  if (orders.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      {orders.map((order) => (
        <Line key={order.id} order={order} />
      ))}
    </section>
  )
}

function Comment({ order }: { readonly order: CommentedOrder }) {
  const t = useT()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const send = async (): Promise<void> => {
    await api.post(
      `/api/maintenance/order/${order.id}/comment/` as '/api/maintenance/order/:id/comment/',
      { comment: text.trim() },
      { key: newKey() },
    )
    toast('success', t('repair.commentDone'))
    await client.invalidateQueries({ queryKey: ['workOrder'] })
  }
  return (
    <div className="repair-reopen">
      <Line order={order} />
      <p>{t('repair.partsWorth', [order.partsValue])}</p>
      <TextArea
        fill
        autoResize
        maxLength={300}
        aria-label={t('repair.comment')}
        placeholder={t('repair.comment')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        intent="primary"
        disabled={visibleLength(text) < 2}
        text={t('repair.commentSend')}
        onClick={() => ignoreApiError(send())}
      />
    </div>
  )
}
