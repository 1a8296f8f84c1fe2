import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { FailedState, SkeletonRows } from '#src/client/ui/index.ts'
import type { TicketButton, TicketDetail, TicketRow } from '#src/define/tickets.ts'
import { ActionBar, isGrave, rowActions, useCopyRoute } from './ActionBar.tsx'
import { useDeeds } from './deeds.tsx'
import { useTicket } from './queries.ts'
import { Steps } from './Steps.tsx'
import { TicketBody, TicketFacts } from './TicketView.tsx'

interface RowActionsProps {
  readonly row: TicketRow
  /** My task waits: decide without leaving the list. */
  readonly isQuick: boolean
}

/** 20.6 row actions: what the server allows on this ticket, asked when the menu opens (TKT-01). */
export function RowActions({ row, isQuick }: RowActionsProps) {
  const t = useT()
  const id = useId()
  const { start, panel } = useDeeds()
  const [isReading, setReading] = useState(false)
  return (
    <span className="row-buttons">
      {isQuick ? (
        <Button
          variant="minimal"
          size="small"
          intent="primary"
          text={t('queue.deed.quick')}
          aria-label={t('queue.deed.quickFor', [row.title])}
          onClick={() => setReading(true)}
        />
      ) : null}
      <PopoverNext
        placement="bottom-end"
        arrow={false}
        animation="minimal"
        enforceFocus={false}
        shouldReturnFocusOnClose={false}
        content={
          <RowMenu
            row={row}
            onStart={(detail, action) => {
              // What opens takes the focus and gives it back to the button.
              document.getElementById(id)?.focus()
              start(detail, action)
            }}
          />
        }
      >
        <Button
          id={id}
          variant="minimal"
          size="small"
          icon={<MoreIcon />}
          aria-label={t('queue.deed.more', [row.title])}
          title={t('tickets.action.more')}
        />
      </PopoverNext>
      {isReading ? <QuickDrawer row={row} onClose={() => setReading(false)} /> : null}
      {panel}
    </span>
  )
}

function RowMenu({
  row,
  onStart,
}: {
  readonly row: TicketRow
  readonly onStart: (detail: TicketDetail, action: TicketButton) => void
}) {
  const t = useT()
  const navigate = useNavigate()
  const copy = useCopyRoute(row)
  return (
    <Menu>
      <MenuItem text={t('queue.deed.open')} onClick={() => void navigate(`/workflow/ticket/${row.id}`)} />
      {/* To look at a copy is to have read it, so a menu must not. */}
      {row.isCopy ? null : <Allowed row={row} onStart={onStart} />}
      {copy === null ? null : <MenuItem text={t('queue.deed.copy')} onClick={() => void navigate(copy)} />}
      <MenuItem text={t('tickets.detail.print')} onClick={() => void navigate(`/workflow/ticket/${row.id}/print`)} />
    </Menu>
  )
}

function Allowed({ row, onStart }: Parameters<typeof RowMenu>[0]) {
  const t = useT()
  const { data } = useTicket(row.id)
  if (data === undefined) return <MenuItem disabled text={t('common.loading')} />
  return (
    <>
      {rowActions
        .filter((action) => data.allowedActions.includes(action))
        .map((action) => (
          <MenuItem
            key={action}
            text={t(`tickets.action.${action}`)}
            intent={isGrave(action) ? 'danger' : 'none'}
            onClick={() => onStart(data, action)}
          />
        ))}
    </>
  )
}

/** What is applied for, and the decision, beside the list. */
function QuickDrawer({ row, onClose }: { readonly row: TicketRow; readonly onClose: () => void }) {
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
