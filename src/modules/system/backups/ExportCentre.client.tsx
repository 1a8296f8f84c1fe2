import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sizeText } from '#src/client/components/forms/upload.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, DateText, EmptyState, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Pagination } from '#src/client/records/list/Pagination.tsx'
import { BACKUPS } from './backup-calls.client.tsx'

const colors = { waiting: null, running: 'info', ready: 'success', failed: 'error', expired: null } as const
const ROWS = 20

/** Who exported what when, of all pages (10.6); a file is its owner's. */
export function ExportCentre() {
  const t = useT()
  const [{ page, limit }, setPage] = useState({ page: 1, limit: ROWS })
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['exportJob', 'everybody', page, limit],
    queryFn: ({ signal }) => api.list(`${BACKUPS}exports/`, { page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <p className="backup-soft backup-hint">{t('backups.exports.hint')}</p>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={6} />
        ) : (
          <FailedState error={error} onRetry={() => void refetch()} />
        )
      ) : data.data.length === 0 ? (
        <EmptyState title={t('backups.exports.none')} />
      ) : (
        <>
          <DataTable
            className="list-table"
            region={{ className: 'list-scroll', label: t('backups.tabs.exports'), isBusy: isFetching }}
            rows={data.data}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'createdAt',
                head: t('backups.exports.createdAt'),
                cell: ({ createdAt }) => <DateText value={createdAt} precision="second" />,
              },
              { name: 'owner', head: t('backups.exports.owner'), cell: ({ owner }) => owner },
              { name: 'what', head: t('backups.exports.what'), isRowHead: true, cell: ({ title }) => title },
              {
                name: 'rows',
                head: t('backups.exports.rows'),
                isRight: true,
                cell: ({ total }) => total.toLocaleString('en'),
              },
              {
                name: 'size',
                head: t('backups.size'),
                isRight: true,
                cell: ({ size }) => (size === null ? <NoValue /> : sizeText(size)),
              },
              {
                name: 'state',
                head: t('backups.exports.state'),
                cellTitle: ({ error: why }) => why ?? undefined,
                cell: ({ state }) => <Chip color={colors[state]}>{t(`backups.exports.states.${state}`)}</Chip>,
              },
              {
                name: 'expiresAt',
                head: t('backups.exports.expiresAt'),
                cell: ({ expiresAt }) => <DateText value={expiresAt} />,
              },
            ]}
          />
          <Pagination page={page} limit={limit} total={data.total} onChange={setPage} />
        </>
      )}
    </>
  )
}
