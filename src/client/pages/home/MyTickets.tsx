import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useHeadline } from '#src/client/tickets/detail/headline.ts'
import { StatusChip } from '#src/client/tickets/StatusChip.tsx'
import { useMyTickets } from './queries.ts'
import { Widget } from './Widget.tsx'

/** The person's newest applications and where each stands. */
export function MyTickets() {
  const t = useT()
  const headline = useHeadline()
  return (
    <Widget
      title={t('home.myTickets')}
      className="widget-main"
      query={useMyTickets()}
      action={<Link to="/workflow/ticket?label=submitted">{t('home.allTickets')}</Link>}
      isEmpty={(page) => page.data.length === 0}
      empty={{
        title: t('home.noTickets'),
        text: t('home.noTicketsText'),
        action: <Link to="/workflow/applications">{t('home.startOne')}</Link>,
      }}
    >
      {(page) => (
        <ul className="ticket-lines">
          {page.data.map((ticket) => (
            <li key={ticket.id}>
              <Link to={`/workflow/ticket/${ticket.id}`}>
                <span className="ticket-line-title">{headline(ticket)}</span>
                <span className="ticket-line-about">
                  {ticket.no}
                  {ticket.current.length > 0 ? ` · ${ticket.current.map((it) => it.name).join(' / ')}` : ''}
                </span>
                <StatusChip line={ticket} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  )
}
