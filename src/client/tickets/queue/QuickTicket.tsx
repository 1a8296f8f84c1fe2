import { Callout } from '@blueprintjs/core'
import { useDeferredValue } from 'react'
import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import { useHappened, useStanding } from '../actions/useBound.ts'
import { useHeadline } from '../detail/headline.ts'
import { Steps } from '../detail/Steps.tsx'
import { TicketBody, TicketFacts } from '../detail/TicketView.tsx'
import { useTicket } from '../queries.ts'

/** What is applied for, and the decision, beside the list. */
export function QuickTicket({ row, onClose }: { readonly row: TicketRow; readonly onClose: () => void }) {
  const headline = useHeadline()
  const { data: newest, error, refetch } = useTicket(row.id)
  // An answer is drawn in pieces that leave room for keys and clicks.
  const data = useDeferredValue(newest)
  const happened = useHappened(row, useStanding(row, 'approve'))
  return (
    <Sheet
      title={headline(row)}
      shape="drawer"
      isLight
      onClose={onClose}
      footer={data === undefined ? undefined : <ActionBar detail={data} onDone={onClose} />}
    >
      {happened === null || happened.text === '' ? null : (
        <Callout intent="warning" compact role="alert" className="form-notice">
          {happened.text}
        </Callout>
      )}
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
