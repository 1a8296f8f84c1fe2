import { Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { DictionaryText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type TicketCounts, type TicketLabel, ticketLabels } from '#src/define/tickets/lists.ts'
import { useCentrePath } from './centre.ts'
import { useCounts } from './queries.ts'
import { Widget } from './Widget.tsx'

/** What waits for this person: seven numbers that equal the lists behind them (HOM-02). */
export function TodoSummary() {
  const t = useT()
  const counts = useCounts()
  return (
    <Widget
      title={t('home.todoSummary')}
      className="widget-wide"
      query={counts}
      skeleton={<Waiting label={t('common.loading')} />}
    >
      {(data) => (
        <>
          <Counters data={data} labels={ticketLabels.filter((label) => data[label] > 0)} />
          <Counters data={data} labels={ticketLabels.filter((label) => data[label] === 0)} isSmall />
        </>
      )}
    </Widget>
  )
}

/** Numbers that most people have something behind. */
const USUAL = 3

/** The height that the figures of most people take: a row of what waits, a row of what does not. */
function Waiting({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-label={label}>
      <div className="counters">
        {ticketLabels.slice(0, USUAL).map((each) => (
          <div key={each} className={`counter ${Classes.SKELETON}`} />
        ))}
      </div>
      <div className="counters counters-zero">
        {ticketLabels.slice(USUAL).map((each) => (
          <div key={each} className={`counter counter-zero counter-unknown ${Classes.SKELETON}`} />
        ))}
      </div>
    </div>
  )
}

interface CountersProps {
  readonly data: TicketCounts
  readonly labels: readonly TicketLabel[]
  /** Nothing waits there. */
  readonly isSmall?: boolean
}

/** Numbers that lead to their lists; what waits for an approval leads to the approval centre. */
function Counters({ data, labels, isSmall = false }: CountersProps) {
  const centre = useCentrePath()
  if (labels.length === 0) return null
  return (
    <ul className={isSmall ? 'counters counters-zero' : 'counters'}>
      {labels.map((label) => (
        <li key={label}>
          <Link
            className={isSmall ? 'counter counter-zero' : `counter counter-${label}`}
            to={label === 'pendingApproval' ? centre : `/workflow/ticket?label=${label}`}
          >
            <span className="counter-number">{data[label]}</span>
            <span className="counter-label">
              <DictionaryText dictionary="ticketListLabel" value={label} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
