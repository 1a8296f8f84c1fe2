import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router-dom'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  Chip,
  EmptyState,
  FailedState,
  MoneyText,
  NoValue,
  SkeletonRows,
  StateChip,
} from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Contractor } from './contractor.types.ts'

const ordersOf = ({ id }: Contractor, state: string): string =>
  `/maintenance?tab=orders&vendorId=${id}&state=${encodeURIComponent(state)}`
/** Pixels below which the table becomes cards. */
const CARDS_BELOW = 600
const OPEN = 'pending,assigned,accepted,working,suspended,finished'
const DONE = 'verified,closed'

/** 服务商: who repairs for the bureau, how it was rated and what it cost (40.3). */
export function Contractors() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['workOrder', 'contractors'],
    queryFn: ({ signal }) => api.get('/api/maintenance/contractor/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('contractors.none')} />
  return <ContractorList rows={data} />
}

function ContractorList({ rows }: { readonly rows: readonly Contractor[] }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  return (
    <div className="list" ref={box}>
      {isNarrow ? (
        <ul className="list-cards">
          {rows.map((row) => (
            <li key={row.id} className="list-card">
              <div className="list-card-head">
                <strong>{row.name}</strong>
                <StateChip dictionary="vendorState" value={row.state} />
              </div>
              <dl>
                <div>
                  <dt>{t('contractors.permitUntil')}</dt>
                  <dd>
                    <Permit row={row} />
                  </dd>
                </div>
                <div>
                  <dt>{t('contractors.rating')}</dt>
                  <dd>{row.rating ?? <NoValue />}</dd>
                </div>
                <div>
                  <dt>{t('contractors.openOrders')}</dt>
                  <dd>
                    <Count count={row.openOrders} to={ordersOf(row, OPEN)} />
                  </dd>
                </div>
                <div>
                  <dt>{t('contractors.doneOrders')}</dt>
                  <dd>
                    <Count count={row.doneOrders} to={ordersOf(row, DONE)} />
                  </dd>
                </div>
                <div>
                  <dt>{t('contractors.cost')}</dt>
                  <dd>
                    <MoneyText value={row.cost} />
                  </dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <ContractorTable rows={rows} />
      )}
    </div>
  )
}

function ContractorTable({ rows }: { readonly rows: readonly Contractor[] }) {
  const t = useT()
  return (
    <DataTable
      className="list-table"
      region={{ className: 'list-scroll is-comfortable', label: t('records.inspectPlan.tabs.contractors') }}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'name', head: t('contractors.name'), cell: ({ name }) => name },
        {
          name: 'state',
          head: t('contractors.state'),
          cell: ({ state }) => <StateChip dictionary="vendorState" value={state} />,
        },
        { name: 'permitUntil', head: t('contractors.permitUntil'), cell: (row) => <Permit row={row} /> },
        {
          name: 'openOrders',
          head: t('contractors.openOrders'),
          isRight: true,
          cell: (row) => <Count count={row.openOrders} to={ordersOf(row, OPEN)} />,
        },
        {
          name: 'doneOrders',
          head: t('contractors.doneOrders'),
          isRight: true,
          cell: (row) => <Count count={row.doneOrders} to={ordersOf(row, DONE)} />,
        },
        {
          name: 'rating',
          head: t('contractors.rating'),
          isRight: true,
          cell: ({ rating }) => rating ?? <NoValue />,
        },
        { name: 'cost', head: t('contractors.cost'), isRight: true, cell: ({ cost }) => <MoneyText value={cost} /> },
      ]}
    />
  )
}

function Count({ count, to }: { readonly count: number; readonly to: string }) {
  return count === 0 ? <span>0</span> : <Link to={to}>{count}</Link>
}

function Permit({ row: { permitUntil } }: { readonly row: Contractor }) {
  const t = useT()
  if (permitUntil === null) return <NoValue />
  return permitUntil < browserTime().today ? (
    <>
      {permitUntil} <Chip color="error">{t('contractors.expired')}</Chip>
    </>
  ) : (
    permitUntil
  )
}
