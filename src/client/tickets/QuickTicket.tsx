import { useDeferredValue } from 'react'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import { useGrowing } from '#src/client/ui/useGrowing.ts'
import type { TicketDetail, TicketRow } from '#src/define/tickets.ts'
import { ActionBar } from './ActionBar.tsx'
import { useTicket } from './queries.ts'
import { Steps } from './Steps.tsx'
import { TicketBody, TicketFacts } from './TicketView.tsx'

/** What is applied for, and the decision, beside the list. */
export function QuickTicket({ row, onClose }: { readonly row: TicketRow; readonly onClose: () => void }) {
  const { data: newest, error, refetch } = useTicket(row.id)
  // An answer is drawn in pieces that leave room for keys and clicks.
  const data = useDeferredValue(newest)
  return (
    <Sheet
      title={row.title}
      shape="drawer"
      isLight
      onClose={onClose}
      footer={data === undefined ? undefined : <ActionBar detail={data} onDone={onClose} />}
    >
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <Content detail={data} />
      )}
    </Sheet>
  )
}

/** What was asked, then where it stands. */
function Content({ detail }: { readonly detail: TicketDetail }) {
  const drawn = useGrowing(2, 1, 1)
  return (
    <div className="quick-ticket">
      <TicketFacts detail={detail} />
      <TicketBody detail={detail} />
      {drawn > 1 ? <Steps steps={detail.steps} /> : null}
    </div>
  )
}
