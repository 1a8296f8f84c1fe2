import { Link } from 'react-router-dom'
import { StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'

/** 25.4: the ticket this one was filed for, those filed for it, and the requests to revoke it, each a link. */
export function Family({ detail }: { readonly detail: Pick<SeenTicket, 'family'> }) {
  const t = useT()
  if (detail.family.length === 0) return null
  return (
    <section className="ticket-related" aria-label={t('ticket.family.title')}>
      <h2>{t('ticket.family.title')}</h2>
      <ul>
        {detail.family.map(({ id, title, status, kin }) => (
          <li key={id}>
            <span className="ticket-soft">{t(`ticket.family.${kin}`)}</span>
            <Link to={`/workflow/ticket/${id}`}>{title}</Link>
            <StateChip dictionary="ticketStatus" value={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}
