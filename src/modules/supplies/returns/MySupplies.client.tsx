import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  Chip,
  DateText,
  EmptyState,
  FailedState,
  NoValue,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { printQty, subtractQty } from '#src/fields/quantity/quantities.ts'

/** 我的领用 of the personal centre: what somebody has to bring back, and until when. */
export function MySupplies() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['supplyReturn', 'own'],
    queryFn: ({ signal }) => api.get('/api/supplies/return/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={5} />
  if (data.length === 0) return <EmptyState title={t('mySupplies.none')} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('mySupplies.list') }}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          {
            name: 'item',
            head: t('records.supplyReturn.fields.itemId'),
            isRowHead: true,
            cell: ({ name, spec }) => [name, spec].filter((part) => part !== '').join(' '),
          },
          {
            name: 'kind',
            head: t('records.supplyReturn.fields.kind'),
            cell: ({ kind }) => <StateChip dictionary="supplyReturnKind" value={kind} />,
          },
          {
            name: 'left',
            head: t('mySupplies.left'),
            isRight: true,
            cell: ({ qty, returnedQty, unit, qtyPlaces }) =>
              `${t('mySupplies.of', [printQty(subtractQty(qty, returnedQty), qtyPlaces), printQty(qty, qtyPlaces)])} ${unit}`,
          },
          {
            name: 'dueAt',
            head: t('records.supplyReturn.fields.dueAt'),
            cell: ({ dueAt, isLate }) =>
              dueAt === null ? (
                <NoValue />
              ) : (
                <>
                  <DateText value={dueAt} precision="day" />{' '}
                  {isLate ? <Chip color="error">{t('progress.late')}</Chip> : null}
                </>
              ),
          },
          {
            name: 'state',
            head: t('records.supplyReturn.fields.state'),
            cell: ({ state }) => <StateChip dictionary="supplyReturnState" value={state} />,
          },
          {
            name: 'ticket',
            head: t('records.supplyReturn.fields.ticketId'),
            cell: ({ ticketId, ticketNo }) => <Link to={`/workflow/ticket/${ticketId}`}>{ticketNo}</Link>,
          },
        ]}
      />
    </div>
  )
}
