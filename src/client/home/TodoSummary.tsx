import { Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { DictionaryText } from '#src/client/ui/index.ts'
import { ticketLabels } from '#src/define/tickets.ts'
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
      skeleton={
        <div className="counters" role="status" aria-label={t('common.loading')}>
          {ticketLabels.map((label) => (
            <div key={label} className={`counter ${Classes.SKELETON}`} />
          ))}
        </div>
      }
    >
      {(data) => (
        <ul className="counters">
          {ticketLabels.map((label) => (
            <li key={label}>
              <Link
                className={data[label] > 0 ? `counter counter-${label}` : 'counter counter-zero'}
                to={`/workflow/ticket?label=${label}`}
              >
                <span className="counter-number">{data[label]}</span>
                <span className="counter-label">
                  <DictionaryText dictionary="ticketListLabel" value={label} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  )
}
