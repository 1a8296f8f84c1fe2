import { Button, type ButtonProps } from '@blueprintjs/core'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { OpenPopover } from '#src/client/components/ui/popups/OpenPopover.tsx'
import { Menu, MenuItem } from '#src/client/components/ui/popups/popover.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton, TicketRow } from '#src/define/tickets/line.ts'
import { isGrave, useCopyRoute } from '../actions/ticketActions.tsx'
import { usePending } from '../actor/pending.ts'
import { useNewest, useTicketActor } from '../actor/useTicketActor.ts'
import { rowActions } from '../apply/arrangement.ts'

interface RowMenuProps {
  readonly row: TicketRow
  readonly button: ButtonProps
  /** The dialog belongs to the list: it stays when this row leaves. */
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
}

/** The menu of a row, open from the start: what the server allows on this ticket, asked when it opens (TKT-01). */
export default function RowMenu({ row, button, onStart }: RowMenuProps) {
  const id = useId()
  return (
    <OpenPopover
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      content={
        <Actions
          row={row}
          onStart={(detail, action) => {
            // What opens takes the focus and gives it back to the button.
            document.getElementById(id)?.focus()
            onStart(detail, action)
          }}
        />
      }
    >
      <Button id={id} {...button} />
    </OpenPopover>
  )
}

interface ActionsProps {
  readonly row: TicketRow
  readonly onStart: (detail: SeenTicket, action: TicketButton) => void
}

function Actions({ row, onStart }: ActionsProps) {
  const t = useT()
  const navigate = useNavigate()
  const copy = useCopyRoute(row)
  return (
    <Menu>
      <MenuItem text={t('queue.action.open')} onClick={() => void navigate(`/workflow/ticket/${row.id}`)} />
      {/* To look at a copy is to have read it, so a menu must not. */}
      {row.isCopy ? null : <Allowed row={row} onStart={onStart} />}
      {copy === null ? null : <MenuItem text={t('queue.action.copy')} onClick={() => void navigate(copy)} />}
      <MenuItem text={t('ticket.detail.print')} onClick={() => void navigate(`/workflow/ticket/${row.id}/print`)} />
    </Menu>
  )
}

function Allowed({ row, onStart }: ActionsProps) {
  const t = useT()
  const ticket = useNewest(useTicketActor(row.id))
  const isDecided = usePending().decided.has(row.id)
  if (ticket === null) return <MenuItem disabled text={t('common.loading')} />
  return (
    <>
      {rowActions
        .filter((action) => !isDecided && ticket.actions.includes(action))
        .map((action) => (
          <MenuItem
            key={action}
            text={t(`ticketAction.action.${action}`)}
            intent={isGrave(action) ? 'danger' : 'none'}
            onClick={() => onStart(ticket, action)}
          />
        ))}
    </>
  )
}
