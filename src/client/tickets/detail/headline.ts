import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketLine } from '#src/define/tickets/line.ts'

type Headline = Pick<TicketLine, 'type' | 'title' | 'hasOwnTitle' | 'summary'>

/** What a ticket is called among others: the title that somebody wrote, else what is applied for. The automatic title only repeats the columns beside it. */
export const nameOfTicket = ({ title, hasOwnTitle, summary }: Headline): string =>
  hasOwnTitle || summary === null ? title : summary

/** What is applied for, below a title that somebody wrote. */
export const summaryBelow = ({ hasOwnTitle, summary }: Headline): string | null => (hasOwnTitle ? summary : null)

/** The same where nothing else says of which type the ticket is. */
export function useHeadline(): (ticket: Headline) => string {
  const t = useT()
  return (ticket) =>
    ticket.hasOwnTitle || ticket.summary === null
      ? ticket.title
      : `${t(`applications.${ticket.type}.title`)} · ${ticket.summary}`
}
