import { Callout } from '@blueprintjs/core'
import { useDeferredValue } from 'react'
import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import { useHappened, useStanding } from '../actions/useBound.ts'
import { useAbsence, useNewest, useTicketActor } from '../actor/useTicketActor.ts'
import { useHeadline } from '../detail/headline.ts'
import { Steps } from '../detail/Steps.tsx'
import { TicketBody, TicketFacts } from '../detail/TicketView.tsx'

/** What is applied for, and the decision, beside the list. */
export function QuickTicket({ row, onClose }: { readonly row: TicketRow; readonly onClose: () => void }) {
  const headline = useHeadline()
  const actor = useTicketActor(row.id)
  const absence = useAbsence(actor, row.id)
  // An answer is drawn in pieces that leave room for keys and clicks.
  const shown = useDeferredValue(useNewest(actor))
  const happened = useHappened(row, useStanding(row, 'approve'))
  return (
    <Sheet
      title={headline(row)}
      shape="drawer"
      isLight
      onClose={onClose}
      footer={shown === null ? undefined : <ActionBar detail={shown} onDone={onClose} />}
    >
      {happened === null || happened.text === '' ? null : (
        <Callout intent="warning" compact role="alert" className="form-notice">
          {happened.text}
        </Callout>
      )}
      {shown !== null ? (
        <Content detail={shown} />
      ) : absence !== null ? (
        <FailedState error={absence.error} onRetry={absence.retry} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Sheet>
  )
}

/** What was asked, then where it stands. */
function Content({ detail }: { readonly detail: SeenTicket }) {
  const drawn = useGrowing(2, 1, 1)
  return (
    <div className="quick-ticket">
      <TicketFacts detail={detail} />
      <TicketBody detail={detail} />
      {drawn > 1 ? <Steps steps={detail.steps} /> : null}
    </div>
  )
}
