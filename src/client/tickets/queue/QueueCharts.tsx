import { SegmentedControl } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { BarChart } from '#src/client/components/charts/BarChart.tsx'
import { ChartWaiting } from '#src/client/components/charts/ChartWaiting.tsx'
import { browserTime } from '#src/client/components/forms/given.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'

const path = '/api/workflow/ticket/charts/'

interface QueueChartsProps {
  /** The list's own query: which list, narrowed how. */
  readonly query: Readonly<Record<string, string>>
  readonly onChange: (change: Readonly<Record<string, string>>) => void
}

const DAY = 86_400_000
const daysBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10)

/** First days of the periods the charts offer; the same filter as the list's submitted range. */
function usePeriods(): readonly { readonly value: string; readonly label: string }[] {
  const t = useT()
  const { today } = browserTime()
  return [
    { value: '', label: t('queue.chart.all') },
    ...[7, 30, 90].map((days) => ({ value: daysBefore(today, days - 1), label: t('queue.chart.days', [days]) })),
    { value: `${today.slice(0, 4)}-01-01`, label: t('queue.chart.year') },
  ]
}

/** 20.6: how many of each type, and how long they have stood; both are the list itself, counted. */
export function QueueCharts({ query, onChange }: QueueChartsProps) {
  const t = useT()
  const mayExport = useMay('ticket:Export')
  const periods = usePeriods()
  const { data } = useQuery({
    queryKey: ['ticket', 'charts', query],
    queryFn: ({ signal }) => api.get(path, { query, signal }),
    placeholderData: keepPreviousData,
  })
  const exporting = (chart: 'type' | 'stay') =>
    mayExport
      ? async (): Promise<void> => {
          const { blob, name } = await api.download(`${path}export_data/`, { query: { ...query, chart } })
          saveBlob(blob, name)
        }
      : undefined
  const pick = (name: 'type' | 'stay') => (key: string) => onChange({ [name]: query[name] === key ? '' : key })
  const period = periods.find(({ value }) => value === (query.submittedAt_after ?? ''))
  return (
    <section className="charts" aria-label={t('queue.chart.show')}>
      <div className="charts-head">
        <span>{t('queue.chart.period')}</span>
        <SegmentedControl
          size="small"
          aria-label={t('queue.chart.period')}
          options={[...periods]}
          {...(period === undefined ? { value: 'other' } : { value: period.value })}
          onValueChange={(value) => onChange({ submittedAt_after: value, submittedAt_before: '' })}
        />
        {data === undefined ? null : <span role="status">{t('queue.chart.total', [data.total])}</span>}
      </div>
      {data === undefined ? (
        <>
          <ChartWaiting isInCard />
          <ChartWaiting isInCard />
        </>
      ) : (
        <>
          <BarChart
            title={t('queue.chart.byType')}
            unit={t('queue.chart.unit')}
            bars={data.byType.map(({ type, count }) => ({
              key: type,
              label: t(`applications.${type}.title`),
              value: count,
            }))}
            picked={query.type ?? null}
            onPick={pick('type')}
            onExport={exporting('type')}
          />
          <BarChart
            title={t('queue.chart.byStay')}
            unit={t('queue.chart.unit')}
            bars={data.byStay.map(({ band, count }) => ({ key: band, label: t(`queue.stay.${band}`), value: count }))}
            picked={query.stay ?? null}
            onPick={pick('stay')}
            onExport={exporting('stay')}
          />
        </>
      )}
    </section>
  )
}
