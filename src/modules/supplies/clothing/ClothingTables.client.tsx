import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, NoValue } from '#src/client/components/ui/index.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { OwnClothing, OwnEntitlement, OwnIssue } from './clothing.types.ts'

export function Entitlements({ rows }: { readonly rows: readonly OwnEntitlement[] }) {
  const t = useT()
  const plural = usePlural()
  if (rows.length === 0) return <EmptyState title={t('clothing.noEntitlements')} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('clothing.entitlements') }}
        rows={rows}
        keyOf={({ itemId }) => itemId}
        columns={[
          { name: 'item', head: t('clothing.item'), isRowHead: true, cell: ({ itemName }) => itemName },
          { name: 'qty', head: t('clothing.qty'), isRight: true, cell: ({ qty }) => qty },
          {
            name: 'years',
            head: t('clothing.cycle'),
            cell: ({ years }) => (years === null ? t('clothing.oneTime') : plural('clothing.years', years)),
          },
          { name: 'issued', head: t('clothing.issued'), isRight: true, cell: ({ issued }) => issued },
          { name: 'pending', head: t('clothing.pending'), isRight: true, cell: ({ pending }) => pending },
          { name: 'left', head: t('clothing.left'), isRight: true, cell: ({ left }) => <strong>{left}</strong> },
          {
            name: 'nextDueAt',
            head: t('clothing.nextDue'),
            cell: ({ nextDueAt, isDue }) =>
              isDue ? (
                <strong className="clothing-due">
                  {nextDueAt === null ? t('clothing.dueNow') : <DateText value={nextDueAt} precision="day" />}
                </strong>
              ) : nextDueAt === null ? (
                <NoValue />
              ) : (
                <DateText value={nextDueAt} precision="day" />
              ),
          },
        ]}
      />
    </div>
  )
}

export function Issues({ rows }: { readonly rows: OwnClothing['issues'] }) {
  const t = useT()
  const label = useDictionaryLabel()
  if (rows.length === 0) return <EmptyState title={t('clothing.noIssues')} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('clothing.issues') }}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { name: 'at', head: t('clothing.issuedAt'), cell: ({ at }) => <DateText value={at} precision="day" /> },
          {
            name: 'item',
            head: t('clothing.item'),
            isRowHead: true,
            cell: ({ name, spec }) => (spec === '' ? name : `${name} ${spec}`),
          },
          { name: 'size', head: t('clothing.size'), cell: ({ size }) => (size === '' ? <NoValue /> : size) },
          {
            name: 'qty',
            head: t('clothing.quantity'),
            isRight: true,
            cell: ({ qty, unit }: OwnIssue) => `${qty} ${unit}`,
          },
          { name: 'held', head: t('clothing.held'), isRight: true, cell: ({ held }) => held },
          { name: 'reason', head: t('clothing.reason'), cell: ({ reasonType }) => label('clothingReason', reasonType) },
          {
            name: 'nextDueAt',
            head: t('clothing.nextDue'),
            cell: ({ nextDueAt }) =>
              nextDueAt === null ? <NoValue /> : <DateText value={nextDueAt} precision="day" />,
          },
          {
            name: 'ticket',
            head: t('clothing.ticket'),
            cell: ({ ticketId, ticketNo }) =>
              ticketId === null ? <NoValue /> : <Link to={`/workflow/ticket/${ticketId}`}>{ticketNo}</Link>,
          },
        ]}
      />
    </div>
  )
}
