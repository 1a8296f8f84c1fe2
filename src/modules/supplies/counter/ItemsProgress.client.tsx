import './counter.css'
import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, QtyText, StateChip } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TicketPartProps } from '#src/client/tickets/moduleParts.tsx'
import { printQty, subtractQty } from '#src/fields/quantity/quantities.ts'
import type { ProgressLine, SupplyProgress } from './counter.types.ts'

/** What is said of an item beside its name. */
export const itemName = ({ name, spec }: { readonly name: string; readonly spec: string }): string =>
  [name, spec].filter((part) => part !== '').join(' ')

/** Requested, approved and issued side by side, each cut with its reason, and what is still waited for. */
export function ItemsProgress({ detail }: TicketPartProps) {
  const isFiled = detail.status !== 'draft'
  const { data } = useQuery({
    // Begins with `ticket`, so that a decision refreshes it.
    queryKey: ['ticket', detail.id, 'items'],
    queryFn: ({ signal }) => api.get(`/api/supplies/ticket/${detail.id}/`, { signal, quiet: true }),
    enabled: isFiled,
  })
  if (!isFiled || data === undefined || data.lines.length === 0) return null
  return <Progress progress={data} />
}

function Progress({ progress: { lines, returns, code, approveBy } }: { readonly progress: SupplyProgress }) {
  const t = useT()
  return (
    <section className="ticket-section items-progress" aria-label={t('progress.title')}>
      <h2>{t('progress.title')}</h2>
      {approveBy === null ? null : (
        <Callout intent="warning" compact>
          {t('progress.approveBy', [approveBy.slice(0, 16)])}
        </Callout>
      )}
      {code === null ? null : (
        <div className="items-code">
          <span>{t('progress.code')}</span>
          <strong>{code}</strong>
          <span className="ticket-soft">{t('progress.codeText')}</span>
        </div>
      )}
      <DataTable<ProgressLine>
        className="counter-table"
        look={{ compact: true }}
        region={{ className: 'counter-scroll', label: t('progress.title') }}
        rows={lines}
        keyOf={({ lineNo }) => lineNo}
        columns={[
          { name: 'line', head: t('progress.line'), cell: ({ lineNo }) => lineNo },
          { name: 'item', head: t('progress.item'), isRowHead: true, cell: itemName },
          { name: 'requested', head: t('progress.requested'), isRight: true, cell: qtyIn('requested') },
          { name: 'approved', head: t('progress.approved'), isRight: true, cell: qtyIn('approved') },
          { name: 'issued', head: t('progress.issued'), isRight: true, cell: qtyIn('issued') },
          { name: 'reason', head: t('progress.reason'), cell: (line) => <Reasons line={line} /> },
          { name: 'state', head: t('progress.state'), cell: (line) => <LineState line={line} /> },
        ]}
      />
      {returns.length === 0 ? null : (
        <>
          <h3>{t('progress.toReturn')}</h3>
          <ul className="items-returns">
            {returns.map(({ kind, name, qty, returnedQty, qtyPlaces, dueAt, state, isLate }, index) => (
              <li key={index}>
                <StateChip dictionary="supplyReturnKind" value={kind} /> {name} ·{' '}
                {t('progress.left', [
                  printQty(subtractQty(qty, returnedQty), qtyPlaces),
                  printQty(returnedQty, qtyPlaces),
                ])}
                {dueAt === null ? '' : ` · ${t('progress.due', [dueAt])}`}{' '}
                {isLate ? (
                  <Chip color="error">{t('progress.late')}</Chip>
                ) : (
                  <StateChip dictionary="supplyReturnState" value={state} />
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const qtyIn = (name: 'requested' | 'approved' | 'issued') => (line: ProgressLine) => (
  <QtyText value={line[name]} places={line.qtyPlaces} />
)

function Reasons({ line: { cutReason, issueReason } }: { readonly line: ProgressLine }) {
  const t = useT()
  const notes = [
    ...(cutReason === '' ? [] : [t('progress.cut', [cutReason])]),
    ...(issueReason === '' ? [] : [t('progress.issueReason', [issueReason])]),
  ]
  return notes.length === 0 ? '—' : notes.join(' · ')
}

function LineState({ line: { reserved, waiting, returned, qtyPlaces, demand } }: { readonly line: ProgressLine }) {
  const t = useT()
  const print = (qty: number): string => printQty(qty, qtyPlaces)
  return (
    <span className="counter-chips">
      {reserved > 0 ? <Chip color="info">{t('progress.reserved', [print(reserved)])}</Chip> : null}
      {waiting > 0 ? <Chip color="warning">{t('progress.waiting', [print(waiting)])}</Chip> : null}
      {returned > 0 ? <Chip color={null}>{t('progress.returned', [print(returned)])}</Chip> : null}
      {demand === null ? null : (
        <span className="ticket-soft">
          {t('progress.demand', [demand.no])} <StateChip dictionary="demandState" value={demand.state} />
        </span>
      )}
    </span>
  )
}
