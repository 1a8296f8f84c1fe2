import { Button } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { lazy, memo, Suspense, useState } from 'react'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import { nameOfTicket } from '../detail/headline.ts'

// A hundred rows are drawn at once, and few of them are ever opened.
const RowMenu = lazy(() => import('./RowMenu.tsx'))

interface RowActionsProps {
  readonly row: TicketRow
  /** My task waits: decide without leaving the list. */
  readonly isQuick: boolean
  /** Both open what belongs to the list: it stays when this row leaves. Keep them the same between renderings. */
  readonly onRead: (row: TicketRow) => void
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
}

/** 20.6 row actions: reading beside the list, and a menu that is made when it is first asked for. */
export const RowActions = memo(function RowActions({ row, isQuick, onRead, onStart }: RowActionsProps) {
  const t = useT()
  const [isAsked, setAsked] = useState(false)
  const more = {
    variant: 'minimal',
    size: 'small',
    icon: <MoreIcon />,
    'aria-label': t('queue.action.more', [nameOfTicket(row)]),
    title: t('ticketAction.action.more'),
  } as const
  const unasked = (
    <Button {...more} aria-haspopup="menu" aria-expanded={false} onClick={() => afterPaint(() => setAsked(true))} />
  )
  return (
    <span className="row-buttons">
      {isQuick ? (
        <Button
          variant="minimal"
          size="small"
          intent="primary"
          text={t('queue.action.quick')}
          aria-label={t('queue.action.quickFor', [nameOfTicket(row)])}
          onClick={() => afterPaint(() => onRead(row))}
        />
      ) : null}
      {isAsked ? (
        <Suspense fallback={unasked}>
          <RowMenu row={row} button={more} onStart={onStart} />
        </Suspense>
      ) : (
        unasked
      )}
    </span>
  )
})
