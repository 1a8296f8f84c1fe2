import { HTMLTable } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
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
          <ScrollRegion className="list-scroll is-comfortable" label={t('mySalary.title')}>
            <HTMLTable className="list-table">
              <thead>
                <tr>
                  <th scope="col">{t('applications.personSalary.fields.period')}</th>
                  {columns.map((column) => (
                    <th key={column} scope="col" className="is-right">
                      {t(`applications.personSalary.fields.sheet.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((row) => (
                  <tr key={row.period}>
                    <td>{row.period}</td>
                    {columns.map((column) => (
                      <td key={column} className="is-right">
                        {column === 'net' ? (
                          <strong>
                            <MoneyText value={row[column]} />
                          </strong>
                        ) : (
                          <MoneyText value={row[column]} />
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </ScrollRegion>
        )}
      </div>
    </section>
  )
}
