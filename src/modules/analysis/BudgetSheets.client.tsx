import { Button, HTMLTable } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { api, type Query } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { DateText, EmptyState, FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/ui/index.ts'
import type { EntryRow, FrozenRow } from './budget-wire.ts'
import type { FrozenBand } from './figures.ts'

const path = '/api/budget/analysis/'
const LIMIT = 20

/** What holds the money of an age. */
export function FrozenSheet({
  query,
  band,
  onClose,
}: {
  readonly query: Query
  readonly band: FrozenBand
  readonly onClose: () => void
}) {
  const t = useT()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: ['budgetLine', 'frozen', query],
    queryFn: ({ signal }) => api.get<readonly FrozenRow[]>(`${path}frozen/`, { query, signal, quiet: true }),
  })
  return (
    <Sheet
      shape="drawer"
      isLight
      title={t('analysis.budget.frozenTickets', [t(`analysis.budget.bands.${band}`)])}
      onClose={onClose}
    >
      {error !== null && data === undefined ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : data.length === 0 ? (
        <EmptyState title={t('analysis.budget.noEntries')} />
      ) : (
        <HTMLTable compact className="analysis-table is-wide">
          <thead>
            <tr>
              <th scope="col">{t('analysis.budget.titles.ticket')}</th>
              <th scope="col">{t('analysis.budget.titles.department')}</th>
              <th scope="col">{t('analysis.budget.titles.subject')}</th>
              <th scope="col" className="is-right">
                {t('analysis.budget.titles.amount')}
              </th>
              <th scope="col" className="is-right">
                {t('analysis.budget.titles.age')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
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
            ))}
          </tbody>
        </HTMLTable>
      )}
    </Sheet>
  )
}

/** The entries behind a cell, page by page, each with its ticket. */
export function LedgerSheet({
  query,
  title,
  onClose,
}: {
  readonly query: Query
  readonly title: string
  readonly onClose: () => void
}) {
  const t = useT()
  const label = useDictionaryLabel()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['budgetEntry', 'behind', query, page],
    queryFn: ({ signal }) =>
      api.list<EntryRow>(
        `${path}ledger/`,
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
              <th scope="col">{t('analysis.budget.entries.at')}</th>
              <th scope="col">{t('analysis.budget.entries.type')}</th>
              <th scope="col" className="is-right">
                {t('analysis.budget.entries.amount')}
              </th>
              <th scope="col" className="is-right">
                {t('analysis.budget.entries.balance')}
              </th>
              <th scope="col">{t('analysis.budget.titles.ticket')}</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map((row) => (
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
                  {row.ticketId === null || row.no === null ? (
                    row.note === '' ? (
                      <NoValue />
                    ) : (
                      row.note
                    )
                  ) : (
                    <Link to={`/workflow/ticket/${row.ticketId}`}>{row.no}</Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      )}
    </Sheet>
  )
}
