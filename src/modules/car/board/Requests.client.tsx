import { Button } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { Chip, DictionaryText, EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { BoardRequest } from './board.types.ts'
import { spanText } from './boardModel.ts'

interface RequestsProps {
  readonly requests: readonly BoardRequest[]
  readonly onDrag: (request: BoardRequest | null) => void
  readonly onDispatch: (request: BoardRequest) => void
}

/** 待派车: emergencies first, then by departure; each is dragged onto a car, or dispatched by its button. */
export function Requests({ requests, onDrag, onDispatch }: RequestsProps) {
  const t = useT()
  return (
    <section className="dispatch-waiting" aria-label={t('dispatchBoard.waiting')}>
      <h2>
        {t('dispatchBoard.waiting')} <Chip color={null}>{String(requests.length)}</Chip>
      </h2>
      {requests.length === 0 ? <EmptyState compact title={t('dispatchBoard.noneWaiting')} /> : null}
      <ul>
        {requests.map((request) => (
          <li
            key={request.ticketId}
            className="card dispatch-request"
            draggable={!request.isBackfill}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              event.dataTransfer.setData('text/plain', request.no)
              onDrag(request)
            }}
            onDragEnd={() => onDrag(null)}
          >
            <div className="dispatch-request-head">
              <strong>{request.applicant}</strong>
              <span>{request.dept}</span>
              {request.purpose === 'emergency' ? <Chip color="error">{t('dispatchBoard.emergency')}</Chip> : null}
              {request.undoneReason === null ? null : <Chip color="warning">{t('dispatchBoard.waitsAgain')}</Chip>}
              {request.isBackfill ? <Chip color={null}>{t('dispatchBoard.backfill')}</Chip> : null}
            </div>
            <p>{spanText(request)}</p>
            <p>
              {request.fromPlace} → {request.toPlace}
            </p>
            {request.undoneReason === null ? null : <p>{t('dispatchBoard.waitsAgainFor', [request.undoneReason])}</p>}
            <div className="dispatch-request-foot">
              <span>
                {t('dispatchBoard.heads', [request.heads])}
                {request.carTypeWanted === null ? null : (
                  <>
                    {' · '}
                    <DictionaryText dictionary="carType" value={request.carTypeWanted} />
                  </>
                )}
              </span>
              {request.isBackfill ? (
                <Link className="dispatch-link" to={`/workflow/ticket/${request.ticketId}`}>
                  {t('dispatchBoard.open')}
                </Link>
              ) : (
                <Button
                  size="small"
                  intent="primary"
                  text={t('dispatchBoard.dispatch')}
                  aria-label={t('dispatchBoard.dispatchOf', [request.no])}
                  onClick={() => onDispatch(request)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
