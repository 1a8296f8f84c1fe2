import './travel.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { ChartFigure } from '#src/client/components/charts/ChartFigure.tsx'
import { ColumnChart } from '#src/client/components/charts/ColumnChart.tsx'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { browserTime } from '#src/client/components/forms/given.ts'
import { FailedState, moneyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TravelUnit } from './travel.types.ts'

const YEARS = 4

/** 统计 (30.9): trips by month and department, what a day costs, and whether trips are claimed on time. A bar leads to its trips. */
export function StatisticsTab() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const present = Number(browserTime().today.slice(0, 4))
  const year = Number(params.get('year')) || present
  const { data, error, refetch } = useQuery({
    queryKey: ['travelTrip', 'statistics', year],
    queryFn: ({ signal }) => api.get('/api/travel/statistics/', { query: { year: String(year) }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const toTrips = (more: Readonly<Record<string, string>>): void =>
    setParams({ tab: 'trips', startDate_after: `${year}-01-01`, startDate_before: `${year}-12-31`, ...more })
  const months = Array.from({ length: 12 }, (_, index) => data.months.find(({ month }) => month === index + 1))
  const names = months.map((_, index) => t('travelWork.month', [index + 1]))
  const head = (...more: readonly ('trips' | 'days' | 'amount' | 'perDay')[]): readonly string[] =>
    more.map((name) => t(`travelWork.${name}`))
  return (
    <>
      <div className="travel-head">
        <SelectBox
          aria-label={t('travelWork.year')}
          value={year}
          options={Array.from({ length: YEARS }, (_, index) => present - index)}
          onChange={(event) => setParams({ tab: 'statistics', year: event.currentTarget.value })}
        />
        <dl className="travel-figures">
          {(['onTime', 'late', 'open'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`travelWork.claims.${name}`)}</dt>
              <dd>{data.claims[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="travel-charts">
        <ChartFigure
          isWide
          title={t('travelWork.byMonth')}
          unit={t('travelWork.tripsUnit')}
          head={[t('travelWork.monthHead'), ...head('trips', 'days', 'amount')]}
          rows={months.map((row, index) => [
            names[index] ?? '',
            String(row?.trips ?? 0),
            String(row?.days ?? 0),
            moneyText(row?.amount ?? '0.00'),
          ])}
          bars={months.map((row, index) => ({ key: String(index), label: names[index] ?? '', value: row?.trips ?? 0 }))}
          isEmpty={data.months.length === 0}
        >
          <ColumnChart
            isWide
            label={t('travelWork.byMonth')}
            names={names}
            columns={[
              { name: t('travelWork.trips'), values: months.map((row) => row?.trips ?? 0) },
              { name: t('travelWork.days'), values: months.map((row) => row?.days ?? 0) },
            ]}
          />
        </ChartFigure>
        {(['trips', 'perDay'] as const).map((name) => (
          <ChartFigure
            key={name}
            title={t(name === 'trips' ? 'travelWork.byDepartment' : 'travelWork.perDayByDepartment')}
            unit={t(name === 'trips' ? 'travelWork.tripsUnit' : 'travelWork.yuan')}
            head={[t('records.travelTrip.fields.deptId'), ...head('trips', 'days', 'amount', 'perDay')]}
            rows={data.departments.map((row) => [
              row.name,
              String(row.trips),
              String(row.days),
              moneyText(row.amount),
              row.perDay === null ? '—' : moneyText(row.perDay),
            ])}
            bars={data.departments.map((row) => ({
              key: String(row.deptId),
              label: row.name,
              value: figureOf(row, name),
            }))}
            isEmpty={data.departments.length === 0}
          >
            <LyingBars
              bars={data.departments.map((row) => ({
                key: String(row.deptId),
                label: row.name,
                value: figureOf(row, name),
                text: name === 'trips' ? String(row.trips) : row.perDay === null ? '—' : moneyText(row.perDay),
              }))}
              onPick={(deptId) => toTrips({ deptId })}
            />
          </ChartFigure>
        ))}
      </div>
    </>
  )
}

const figureOf = (row: TravelUnit, name: 'trips' | 'perDay'): number =>
  name === 'trips' ? row.trips : Number(row.perDay ?? 0)
