import { Button, HTMLTable } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { DateText, EmptyState, FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { type Query, untypedApi } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { EntryRow, FrozenRow } from './budget-wire.ts'
import type { FrozenBand } from './figures.ts'

const path = '/api/budget/analysis/'
const LIMIT = 20

interface Head {
  readonly text: string
  readonly isRight?: boolean
}
interface PagedProps<Row> {
  readonly of: 'frozen' | 'ledger'
  readonly query: Query
  readonly title: string
  readonly heads: readonly Head[]
  readonly row: (row: Row) => ReactNode
  readonly onClose: () => void
}

/** The rows behind a figure, page by page. */
function PagedSheet<Row>({ of, query, title, heads, row, onClose }: PagedProps<Row>) {
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
        <HTMLTable compact className="analysis-table is-wide">
          <thead>
            <tr>
              {heads.map(({ text, isRight }) => (
                <th key={text} scope="col" className={isRight === true ? 'is-right' : ''}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{data.data.map(row)}</tbody>
        </HTMLTable>
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
      heads={[
        { text: t('analysis.budget.titles.ticket') },
        { text: t('analysis.budget.titles.department') },
        { text: t('analysis.budget.titles.subject') },
        { text: t('analysis.budget.titles.amount'), isRight: true },
        { text: t('analysis.budget.titles.age'), isRight: true },
      ]}
      row={(row) => (
        <tr key={`${row.ticketId} ${row.dept} ${row.subjectCode} ${row.since}`}>
          <th scope="row">
            {row.ticketId === null ? (
              <NoValue />
            ) : (
              <Link to={`/workflow/ticket/${row.ticketId}`} title={row.title ?? ''}>
                {row.no}
              </Link>
            )}
          </th>
          <td>{row.dept}</td>
          <td>{label('budgetSubject', row.subjectCode)}</td>
          <td className="is-right">
            <MoneyText value={row.amount} />
          </td>
          <td className="is-right">{row.days}</td>
        </tr>
      )}
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
      heads={[
        { text: t('analysis.budget.entries.at') },
        { text: t('analysis.budget.entries.type') },
        { text: t('analysis.budget.entries.amount'), isRight: true },
        { text: t('analysis.budget.entries.balance'), isRight: true },
        { text: t('analysis.budget.titles.ticket') },
      ]}
      row={(row) => (
        <tr key={row.id}>
          <td>
            <DateText value={row.at} />
          </td>
          <td>{label('budgetEntryType', row.type)}</td>
          <td className="is-right">
            <MoneyText value={row.amount} />
          </td>
          <td className="is-right">
            <MoneyText value={row.balanceAfter} />
          </td>
          <td>
            {row.ticketId !== null && row.no !== null ? (
              <Link to={`/workflow/ticket/${row.ticketId}`}>{row.no}</Link>
            ) : row.note === '' ? (
              <NoValue />
            ) : (
              row.note
            )}
          </td>
        </tr>
      )}
      onClose={onClose}
    />
  )
}
