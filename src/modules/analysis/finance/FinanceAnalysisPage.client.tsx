import '../analysis.css'
import { useQuery } from '@tanstack/react-query'
import { FailedState, PageHeader, PageLoading } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { AnalysisFilters, useFilters } from '../AnalysisFilters.client.tsx'
import { anomaly } from '../budget/anomaly.ts'
import {
  CapitaChart,
  SpendChart,
  StepsChart,
  ThreePublicProgress,
  TravelChart,
  VehicleChart,
  VendorChart,
} from './FinanceCharts.client.tsx'

const names = ['year', 'period', 'deptId', 'subject'] as const

/** `/financialanalysis` (30.8): each chart is read by itself, so that the first is there at once; below them what the night found. */
export function FinanceAnalysisPage() {
  const t = useT()
  const { filters, change, reset } = useFilters(names)
  const { data, error, refetch } = useQuery({
    queryKey: ['department', 'analysis choices'],
    queryFn: ({ signal }) => api.get('/api/finance/analysis/choices/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return (
    <>
      <PageHeader title={t('pages./financialanalysis')} />
      <AnalysisFilters
        names={names}
        filters={filters}
        year={Number(filters.year ?? data.year)}
        years={data.years}
        departments={data.departments}
        onChange={change}
        onReset={reset}
      />
      <div className="analysis-charts is-fixed">
        <SpendChart filters={filters} />
        <StepsChart filters={filters} />
        <CapitaChart filters={filters} />
        <ThreePublicProgress filters={filters} />
        <TravelChart filters={filters} />
        <VehicleChart filters={filters} />
        <VendorChart filters={filters} />
      </div>
      <section className="analysis-section" aria-labelledby="anomalies">
        <header className="analysis-head">
          <h2 id="anomalies">{t('analysis.finance.anomalies')}</h2>
          <RecordToolbar record={anomaly} />
        </header>
        <p className="analysis-hint">{t('analysis.finance.hint')}</p>
        <RecordList record={anomaly} emptyText={t('analysis.finance.noAnomalies')} />
      </section>
    </>
  )
}
