import './work.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { ActionDialog, doAction } from '#src/client/records/form/ActionDialog.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { inspectRound } from '../inspection/inspection-records.ts'
import { workOrder } from '../orders/work-order.ts'
import { RoundCard } from './RoundCard.client.tsx'
import { WorkCard } from './WorkCard.client.tsx'
import { isLater, type WorkAction } from './workDay.ts'

const OPEN_STATES = 'assigned,accepted,working,suspended'

interface PendingAction {
  readonly row: RecordRow
  readonly name: WorkAction | 'report'
}

/** Open orders and rounds of the person, what is late or due first before what is due next. */
function useWork() {
  const { id } = useUser()
  return useQuery({
    queryKey: ['workOrder', 'work', id],
    queryFn: async ({ signal }) => {
      const [orders, rounds] = await Promise.all([
        allRows<RecordRow>(workOrder.path, { state: OPEN_STATES, workerId: id }, signal),
        allRows<RecordRow>(inspectRound.path, { state: 'due', workerId: id, ordering: 'dueOn' }, signal),
      ])
      return { orders, rounds }
    },
  })
}

/** 我的任务: the worker's day on a phone, each order with its photos, its time limit and what comes next. */
export function WorkDay() {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useWork()
  const [pending, setPending] = useState<PendingAction | null>(null)
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={4} />
  const { orders, rounds } = data
  if (orders.length + rounds.length === 0)
    return <EmptyState title={t('repairWork.none')} text={t('repairWork.noneText')} />
  const { today } = browserTime()
  const act = async (row: RecordRow, name: WorkAction): Promise<void> => {
    if ('fields' in workOrder.actions[name]) return setPending({ row, name })
    await doAction(workOrder, row, name, t(`records.workOrder.actions.${name}`))
    await client.invalidateQueries({ queryKey: ['workOrder'] })
  }
  const cards = (rows: readonly RecordRow[]) =>
    rows.map((row) => <WorkCard key={row.id} row={row} onAct={(name) => act(row, name)} />)
  return (
    <div className="repair-work">
      <WorkList title={t('repairWork.today')}>{cards(orders.filter((row) => !isLater(row, today)))}</WorkList>
      <WorkList title={t('repairWork.rounds')}>
        {rounds.map((row) => (
          <RoundCard key={row.id} row={row} onReport={() => setPending({ row, name: 'report' })} />
        ))}
      </WorkList>
      <WorkList title={t('repairWork.later')}>{cards(orders.filter((row) => isLater(row, today)))}</WorkList>
      {pending === null ? null : <WorkDialog {...pending} onClose={() => setPending(null)} />}
    </div>
  )
}

function WorkList({ title, children }: { readonly title: string; readonly children: readonly React.ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section>
      <h2>
        {title} <span className="repair-work-count">{children.length}</span>
      </h2>
      <ul aria-label={title}>{children}</ul>
    </section>
  )
}

function WorkDialog({ row, name, onClose }: PendingAction & { readonly onClose: () => void }) {
  if (name === 'report')
    return (
      <ActionDialog
        record={inspectRound}
        row={row}
        name={name}
        action={inspectRound.actions.report}
        keepsInput
        onClose={onClose}
      />
    )
  const action = workOrder.actions[name]
  if (!('fields' in action)) return null
  return <ActionDialog record={workOrder} row={row} name={name} action={action} keepsInput onClose={onClose} />
}
