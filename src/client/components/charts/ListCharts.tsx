import './charts.css'
import { SegmentedControl } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { browserTime } from '#src/client/components/forms/given.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { FailedState } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isRange, serverParams } from '#src/client/records/list/query.ts'
import type { RecordList } from '#src/client/records/list/useRecordList.ts'
import { addDays } from '#src/define/days.ts'
import type { RecordChart, RecordDefinition } from '#src/define/record.ts'
import { BarChart } from './BarChart.tsx'
import { ChartWaiting } from './ChartWaiting.tsx'

const PERIODS = [7, 30, 90] as const

interface ListChartsProps {
  readonly record: RecordDefinition
  readonly list: RecordList
  readonly fixed: Readonly<Record<string, string>> | undefined
  readonly mayExport: boolean
}

/** The charts of a record above its list: the same filters, and a click narrows the list (CHART-STD). */
export default function ListCharts({ record, list, fixed, mayExport }: ListChartsProps) {
  const t = useT()
  const { today } = browserTime()
  const { filters } = list.query
  const moment = record.list.filters.find((name) => isRange(record, name) && record.fields[name]?.kind !== 'money')
  const periods = [
    { value: today, label: t('records.charts.today') },
    ...PERIODS.map((days) => ({ value: addDays(today, 1 - days), label: t('records.charts.days', [days]) })),
    { value: '', label: t('records.charts.all') },
  ]
  const since = filters[`${moment}_after`] ?? ''
  const isPeriod = (filters[`${moment}_before`] ?? '') === '' && periods.some(({ value }) => value === since)
  return (
    <section className="charts" aria-label={t('records.charts.show')}>
      {moment === undefined ? null : (
        <div className="charts-head">
          <span>{t('records.charts.period')}</span>
          <SegmentedControl
            size="small"
            aria-label={t('records.charts.period')}
            options={periods}
            value={isPeriod ? since : 'other'}
            onValueChange={(value) =>
              list.change({ filters: narrowed(filters, { [`${moment}_after`]: value, [`${moment}_before`]: '' }) })
            }
          />
        </div>
      )}
      {Object.entries(record.list.charts ?? {}).map(([name, chart]) => (
        <ListChart
          key={name}
          name={name}
          chart={chart}
          record={record}
          list={list}
          fixed={fixed}
          mayExport={mayExport}
        />
      ))}
    </section>
  )
}

function ListChart({
  name,
  chart,
  record,
  list,
  fixed,
  mayExport,
}: ListChartsProps & { readonly name: string; readonly chart: RecordChart }) {
  const t = useT()
  const { filters } = list.query
  const { page: _page, limit: _limit, ordering: _ordering, ...rest } = serverParams(list.query, record)
  // The chart keeps its other bars when the list is narrowed to one of them.
  const { [chart.by]: picked, ...others } = { ...rest, ...fixed } as Record<string, string>
  const query = { ...others, chart: name }
  const { data, error, refetch } = useQuery({
    queryKey: [record.name, 'chart', query],
    queryFn: ({ signal }) => api.get(`${record.path}chart/`, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <ChartWaiting isInCard />
  const pick = (key: string): void => {
    const only = chart.only ?? {}
    const change = picked === key ? Object.fromEntries(Object.keys(only).map((field) => [field, ''])) : only
    list.change({ filters: narrowed(filters, { ...change, [chart.by]: picked === key ? '' : key }) })
  }
  const save = async (): Promise<void> => {
    const { blob, name: file } = await api.download(`${record.path}chart/export_data/`, { query })
    saveBlob(blob, file)
  }
  return (
    <BarChart
      title={t(`records.${record.name}.charts.${name}.title`)}
      unit={t(`records.${record.name}.charts.${name}.unit`)}
      bars={data.bars}
      picked={picked ?? null}
      onPick={pick}
      onExport={mayExport ? save : undefined}
      isStanding={chart.series !== undefined}
    />
  )
}

const narrowed = (
  filters: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...filters, ...change }).filter(([, value]) => value !== ''))
