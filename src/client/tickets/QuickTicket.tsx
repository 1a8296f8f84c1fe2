import { Sheet } from '#src/client/records/Sheet.tsx'
import { FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import type { TicketRow } from '#src/define/tickets.ts'
import { ActionBar } from './ActionBar.tsx'
import { useTicket } from './queries.ts'
import { Steps } from './Steps.tsx'
import { TicketBody, TicketFacts } from './TicketView.tsx'

/** What is applied for, and the decision, beside the list. */
export function QuickTicket({ row, onClose }: { readonly row: TicketRow; readonly onClose: () => void }) {
  const { data, error, refetch } = useTicket(row.id)
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
        <div className="quick-ticket">
          <TicketFacts detail={data} />
          <TicketBody detail={data} />
          <Steps steps={data.steps} />
        </div>
      )}
    </Sheet>
  )
}
