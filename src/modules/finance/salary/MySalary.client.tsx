import { useQuery } from '@tanstack/react-query'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, MoneyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { deductions, earnings } from './salary-rows.ts'

const columns = [...earnings, 'gross', ...deductions, 'net'] as const
/** 我的薪酬 of the personal centre: every month that was paid, about oneself (FIN-83). */
export function MySalary() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['salary', 'own'],
    queryFn: ({ signal }) => api.get('/api/finance/salary/own/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <section>
      <h2>{t('mySalary.title')}</h2>
      <div className="list">
        {data.length === 0 ? (
          <EmptyState title={t('mySalary.none')} text={t('mySalary.hint')} />
        ) : (
          <DataTable
            className="list-table"
            region={{ className: 'list-scroll is-comfortable', label: t('mySalary.title') }}
            rows={data}
            keyOf={({ period }) => period}
            columns={[
              { name: 'period', head: t('applications.personSalary.fields.period'), cell: ({ period }) => period },
              ...columns.map((name) => ({
                name,
                head: t(`applications.personSalary.fields.sheet.${name}`),
                isRight: true,
                cell: (row: (typeof data)[number]) =>
                  name === 'net' ? (
                    <strong>
                      <MoneyText value={row[name]} />
                    </strong>
                  ) : (
                    <MoneyText value={row[name]} />
                  ),
              })),
            ]}
          />
        )}
      </div>
    </section>
  )
}
