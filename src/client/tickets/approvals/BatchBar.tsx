import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { BatchResult } from '#src/define/tickets/lists.ts'

/** Tickets of one batch. */
const MAX_BATCH_TICKETS = 50

interface BatchBarProps {
  readonly rows: readonly TicketRow[]
  /** Rows whose live check fails. */
  readonly failed: ReadonlyMap<number, readonly string[]>
  readonly chosen: readonly TicketRow[]
  /** What the last batch could not do. */
  readonly refused: readonly BatchResult[]
  /** Opens the question before they are approved. */
  readonly onOpen: () => void
  readonly onChoose: (chosen: ReadonlySet<number>) => void
}

/** WF-17: what needs no signature and no field may be approved together, each on its own; what failed is said. */
export function BatchBar({ rows, failed: checks, chosen, refused, onOpen, onChoose }: BatchBarProps) {
  const t = useT()
  const possible = rows.filter((row) => row.isBatchable && !checks.has(row.id)).slice(0, MAX_BATCH_TICKETS)
  if (possible.length === 0 && refused.length === 0) return null
  const isAll = possible.length > 0 && chosen.length === possible.length
  return (
    <div className="batch-bar">
      <Checkbox
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        title={t('centre.selectAll')}
        label={t('centre.all', [possible.length])}
        onChange={() => onChoose(new Set(isAll ? [] : possible.map((row) => row.id)))}
      />
      {chosen.length === 0 ? null : (
        <Button size="small" intent="primary" text={t('centre.batch', [chosen.length])} onClick={onOpen} />
      )}
      {refused.length === 0 ? null : (
        <Callout intent="warning" compact role="status">
          <ul>
            {refused.map((result) => (
              <li key={result.id}>
                {t('centre.batchFailed', [rows.find((row) => row.id === result.id)?.no ?? result.id, result.msg ?? ''])}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}
