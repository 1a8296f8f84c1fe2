import { Checkbox } from '@blueprintjs/core'
import { Chip, MoneyText, StateChip } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { useMovedRows } from '../actor/useTicketActor.ts'
import { nameOfTicket } from '../detail/headline.ts'
import { useStayText } from '../labels.ts'

interface QueueProps {
  readonly rows: readonly TicketRow[]
  readonly currentId: number
  readonly chosen: ReadonlySet<number>
  /** Labels of the live figures that fail, by ticket. */
  readonly failed: ReadonlyMap<number, readonly string[]>
  readonly isBatch: boolean
  readonly onSelect: (id: number) => void
  readonly onToggle: (id: number) => void
}

/** The queue by type, with how many and how much of each. */
export function Queue({ rows: listed, ...rest }: QueueProps) {
  const t = useT()
  // Drawn as new as the ticket beside it; what was listed says since when it has changed.
  const rows = useMovedRows(listed)
  const types = [...new Set(rows.map((row) => row.type))]
  return (
    <>
      {types.map((type) => {
        const group = rows.filter((row) => row.type === type)
        const sum = sumMoney(group.flatMap((row) => (row.amount === null ? [] : [row.amount])))
        return (
          <section key={type} className="centre-group" aria-label={t(`applications.${type}.title`)}>
            <h2>
              {t(`applications.${type}.title`)}
              <span className="ticket-soft">
                {sum === '0.00' ? group.length : t('centre.subtotal', [group.length, sum])}
              </span>
            </h2>
            <ul>
              {group.map((row) => (
                <QueueRow key={row.id} row={row} {...rest} />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

function QueueRow({
  row,
  currentId,
  chosen,
  failed,
  isBatch,
  onSelect,
  onToggle,
}: Omit<QueueProps, 'rows'> & { readonly row: TicketRow }) {
  const t = useT()
  const failing = failed.get(row.id)
  const name = nameOfTicket(row)
  const isOpen = row.isBatchable && failing === undefined
  const why = t(failing === undefined ? 'centre.notBatchable' : 'queue.check.failed')
  const stay = useStayText()
  return (
    <li className={row.id === currentId ? 'queue-row is-current' : 'queue-row'}>
      {isBatch ? (
        <Checkbox
          checked={isOpen && chosen.has(row.id)}
          disabled={!isOpen}
          aria-label={isOpen ? name : `${name}: ${why}`}
          onChange={() => onToggle(row.id)}
        />
      ) : null}
      <button
        type="button"
        id={`queue-${row.id}`}
        className="queue-button"
        aria-current={row.id === currentId ? 'true' : undefined}
        onClick={() => onSelect(row.id)}
      >
        <span className="queue-title">{name}</span>
        {row.amount === null ? null : (
          <span className="queue-amount">
            <MoneyText value={row.amount} />
          </span>
        )}
        <span className="queue-about">
          {row.applicant.name} · {row.dept.name}
          {row.stayHours === null ? null : (
            <span className={row.isOverdue ? 'is-overdue' : undefined}> · {stay(row.stayHours)}</span>
          )}
        </span>
        {failing === undefined ? (
          row.urgency === 'normal' ? null : (
            <StateChip dictionary="urgency" value={row.urgency} />
          )
        ) : (
          <span
            className="queue-failed"
            title={t('queue.check.fails', [failing.map((label) => textOf(label)).join(t('common.listSeparator'))])}
          >
            <Chip color="error">{t('queue.check.failed')}</Chip>
          </span>
        )}
      </button>
    </li>
  )
}
