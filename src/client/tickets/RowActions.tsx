import { Button } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { lazy, memo, Suspense, useState } from 'react'
import { useT } from '#src/client/i18n/index.ts'
import { afterPaint } from '#src/client/ui/afterPaint.ts'
import type { TicketRow } from '#src/define/tickets.ts'

// A hundred rows are drawn at once, and few of them are ever opened.
const RowMenu = lazy(() => import('./RowMenu.tsx'))
const QuickTicket = lazy(async () => ({ default: (await import('./QuickTicket.tsx')).QuickTicket }))

interface RowActionsProps {
  readonly row: TicketRow
  /** My task waits: decide without leaving the list. */
  readonly isQuick: boolean
}

/** 20.6 row actions: reading beside the list, and a menu that is made when it is first asked for. */
export const RowActions = memo(function RowActions({ row, isQuick }: RowActionsProps) {
  const t = useT()
  const [isReading, setReading] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const more = {
    variant: 'minimal',
    size: 'small',
    icon: <MoreIcon />,
    'aria-label': t('queue.deed.more', [row.title]),
    title: t('deed.action.more'),
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
          text={t('queue.deed.quick')}
          aria-label={t('queue.deed.quickFor', [row.title])}
          onClick={() => afterPaint(() => setReading(true))}
        />
      ) : null}
      {isAsked ? (
        <Suspense fallback={unasked}>
          <RowMenu row={row} button={more} />
        </Suspense>
      ) : (
        unasked
      )}
      {isReading ? (
        <Suspense>
          <QuickTicket row={row} onClose={() => setReading(false)} />
        </Suspense>
      ) : null}
    </span>
  )
})
