import { Tag } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { Chip, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { nameOfTicket, summaryBelow } from './headline.ts'

/** The number as a link into the ticket. */
export function TicketNo({ row }: { readonly row: TicketRow }) {
  return (
    <Link className="ticket-mono" to={`/workflow/ticket/${row.id}`}>
      {row.no}
    </Link>
  )
}

interface TicketTitleProps {
  readonly row: TicketRow
  /** Labels of the live figures that fail. */
  readonly failing?: readonly string[] | undefined
  /** Number and urgency too, where they have no columns. */
  readonly isWhole?: boolean
}

/** The link into the ticket with the marks of a copy and of a failing check. */
export function TicketTitle({ row, failing = [], isWhole = false }: TicketTitleProps) {
  const t = useT()
  const below = summaryBelow(row)
  return (
    <div className="ticket-title">
      <span className="ticket-title-line">
        <Link to={`/workflow/ticket/${row.id}`}>{nameOfTicket(row)}</Link>
        {!isWhole || row.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={row.urgency} />}
        {row.isCopy ? (
          <Tag minimal round>
            {t('ticket.copy')}
          </Tag>
        ) : null}
        {failing.length === 0 ? null : <Chip color="error">{t('queue.check.failed')}</Chip>}
      </span>
      {below === null ? null : <span className="ticket-summary">{below}</span>}
      {isWhole ? <span className="ticket-no">{row.no}</span> : null}
    </div>
  )
}
