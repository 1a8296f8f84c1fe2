import { Button } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { type Query, untypedApi } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FrozenBand } from '../figures.ts'
import type { EntryRow, FrozenRow } from './budget.types.ts'

const path = '/api/budget/analysis/'
const LIMIT = 20

interface PagedProps<Row> {
  readonly of: 'frozen' | 'ledger'
  readonly query: Query
  readonly title: string
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  readonly onClose: () => void
}

/** The rows behind a figure, page by page. */
function PagedSheet<Row>({ of, query, title, columns, keyOf, onClose }: PagedProps<Row>) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    // Both follow the ledger.
    queryKey: ['budgetEntry', of, query, page],
    queryFn: ({ signal }) =>
      untypedApi.list<Row>(
        `${path}${of}/`,
        { ...query, page: String(page), limit: String(LIMIT) },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  })
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / LIMIT))
  return (
    <Sheet
      shape="drawer"
      isLight
      title={title}
      onClose={onClose}
      footer={
        <>
          <span className="analysis-page">{t('analysis.budget.pageOf', [page, data?.total ?? 0])}</span>
          <Button text={t('analysis.budget.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)} />
          <Button text={t('analysis.budget.next')} disabled={page >= pages} onClick={() => setPage(page + 1)} />
        </>
      }
    >
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('analysis.budget.noEntries')} />
      ) : (
        <DataTable
          className="analysis-table is-wide"
          look={{ compact: true }}
          rows={data.data}
          keyOf={keyOf}
          columns={columns}
        />
      )}
    </Sheet>
  )
}

interface Props {
  readonly query: Query
  readonly onClose: () => void
}

/** What holds the money of an age. */
export function FrozenSheet({ query, band, onClose }: Props & { readonly band: FrozenBand }) {
  const t = useT()
  const label = useDictionaryLabel()
  return (
    <PagedSheet<FrozenRow>
      of="frozen"
      query={{ ...query, band }}
      title={t('analysis.budget.frozenTickets', [t(`analysis.budget.bands.${band}`)])}
      keyOf={(row) => `${row.ticketId} ${row.dept} ${row.subjectCode} ${row.since}`}
      columns={[
        {
          name: 'ticket',
          head: t('analysis.budget.titles.ticket'),
          isRowHead: true,
          cell: (row) =>
            row.ticketId === null ? (
              <NoValue />
            ) : (
              <Link to={`/workflow/ticket/${row.ticketId}`} title={row.title ?? ''}>
                {row.no}
              </Link>
            ),
        },
        { name: 'department', head: t('analysis.budget.titles.department'), cell: ({ dept }) => dept },
        {
          name: 'subject',
          head: t('analysis.budget.titles.subject'),
          cell: ({ subjectCode }) => label('budgetSubject', subjectCode),
        },
        {
          name: 'amount',
          head: t('analysis.budget.titles.amount'),
          isRight: true,
          cell: ({ amount }) => <MoneyText value={amount} />,
        },
        { name: 'age', head: t('analysis.budget.titles.age'), isRight: true, cell: ({ days }) => days },
      ]}
      onClose={onClose}
    />
  )
}

/** The entries behind a cell, each with its ticket. */
export function LedgerSheet({ query, title, onClose }: Props & { readonly title: string }) {
  const t = useT()
  const label = useDictionaryLabel()
  return (
    <PagedSheet<EntryRow>
      of="ledger"
      query={query}
      title={title}
      keyOf={({ id }) => id}
      columns={[
        { name: 'at', head: t('analysis.budget.entries.at'), cell: ({ at }) => <DateText value={at} /> },
        {
          name: 'type',
          head: t('analysis.budget.entries.type'),
          cell: ({ type }) => label('budgetEntryType', type),
        },
        {
          name: 'amount',
          head: t('analysis.budget.entries.amount'),
          isRight: true,
          cell: ({ amount }) => <MoneyText value={amount} />,
        },
        {
          name: 'balance',
          head: t('analysis.budget.entries.balance'),
          isRight: true,
          cell: ({ balanceAfter }) => <MoneyText value={balanceAfter} />,
        },
        {
          name: 'ticket',
          head: t('analysis.budget.titles.ticket'),
          cell: (row) =>
            row.ticketId !== null && row.no !== null ? (
              <Link to={`/workflow/ticket/${row.ticketId}`}>{row.no}</Link>
            ) : row.note === '' ? (
              <NoValue />
            ) : (
              row.note
            ),
        },
      ]}
      onClose={onClose}
    />
  )
}
