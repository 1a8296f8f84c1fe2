import { Button } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChartFigure } from '#src/client/components/charts/ChartFigure.tsx'
import { ChartWaiting } from '#src/client/components/charts/ChartWaiting.tsx'
import { ColumnChart, type Series } from '#src/client/components/charts/ColumnChart.tsx'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { FailedState, moneyText } from '#src/client/components/ui/index.ts'
import { api, untypedApi } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { ThreePublic } from '../budget/budget.types.ts'
import { percentOf, scaledIn } from '../figures.ts'
import type { CapitaRow, SpendRow, StepRow, TravelFigures, VehicleFigures, VendorRow } from './finance.types.ts'

type Filters = Readonly<Record<string, string>>
interface Props {
  readonly filters: Filters
}

type ChartName = 'spend' | 'steps' | 'capita' | 'three_public' | 'travel' | 'vehicles' | 'vendors'

/** One chart with its own waiting and failing, and its export. */
function Chart<T>({
  name,
  isWide = false,
  filters,
  children,
}: {
  readonly name: ChartName
  readonly isWide?: boolean
  readonly filters: Filters
  readonly children: (data: T, actions: ReactNode) => ReactNode
}) {
  const t = useT()
  const mayExport = useMay('financeAnalysis:Export')
  const path = `/api/finance/analysis/${name}/`
  const { data, error, refetch } = useQuery({
    queryKey: ['budgetLine', 'finance analysis', name, filters],
    queryFn: ({ signal }) => untypedApi.get<T>(path, { query: filters, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const save = async (): Promise<void> => {
    const { blob, name: file } = await api.download(`${path}export_data/`, { query: filters })
    saveBlob(blob, file)
  }
  if (data === undefined)
    return error === null ? (
      <ChartWaiting isWide={isWide} />
    ) : (
      <div className={isWide ? 'card chart is-fixed is-wide' : 'card chart is-fixed'}>
        <FailedState compact error={error} onRetry={() => void refetch()} />
      </div>
    )
  return children(
    data,
    mayExport ? (
      <Button
        size="small"
        variant="minimal"
        icon={<ExportIcon />}
        text={t('records.charts.xlsx')}
        onClick={() => ignoreApiError(save())}
      />
    ) : null,
  )
}

/** Subjects that have a column of their own; the rest stand together. */
const SHOWN = 5

/** Months of two years, the largest subjects beside the rest. */
export function SpendChart({ filters }: Props) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  const inUnit = (amount: string): number => Number(scale(amount))
  const label = useDictionaryLabel()
  const titles = (name: 'month' | 'subject' | 'amount' | 'others'): string => t(`analysis.finance.titles.${name}`)
  return (
    <Chart<readonly SpendRow[]> name="spend" isWide filters={filters}>
      {(rows, actions) => {
        const years = [...new Set(rows.map(({ year }) => year))].sort()
        const first = Math.min(...years)
        const months = years.flatMap((year) => Array.from({ length: 12 }, (_, index) => ({ year, month: index + 1 })))
        const total = (code: string): number =>
          rows.reduce((sum, row) => (row.subjectCode === code ? sum + Number(row.amount) : sum), 0)
        const codes = [...new Set(rows.map((row) => row.subjectCode))].sort((a, b) => total(b) - total(a))
        const own = codes.slice(0, SHOWN)
        const amountOf = (year: number, month: number, holds: (code: string) => boolean): string =>
          sumMoney(
            rows
              .filter((row) => row.year === year && row.month === month && holds(row.subjectCode))
              .map(({ amount }) => amount),
          )
        const series: readonly Series[] = [
          ...own.map((code) => ({
            name: label('budgetSubject', code),
            values: months.map(({ year, month }) => inUnit(amountOf(year, month, (one) => one === code))),
          })),
          ...(codes.length > SHOWN
            ? [
                {
                  name: titles('others'),
                  values: months.map(({ year, month }) => inUnit(amountOf(year, month, (one) => !own.includes(one)))),
                },
              ]
            : []),
        ]
        return (
          <ChartFigure
            isFixed
            isWide
            title={t('analysis.finance.charts.spend')}
            unit={t('analysis.finance.charts.spendUnit')}
            actions={actions}
            head={[titles('month'), ...codes.map((code) => `${code} ${label('budgetSubject', code)}`)]}
            rows={months.map(({ year, month }) => [
              `${year}-${String(month).padStart(2, '0')}`,
              ...codes.map((code) => moneyText(amountOf(year, month, (one) => one === code))),
            ])}
            bars={codes.map((code) => ({
              key: code,
              label: label('budgetSubject', code),
              value: Math.round(total(code)),
            }))}
            isEmpty={rows.length === 0}
          >
            <ColumnChart
              label={t('analysis.finance.charts.spend')}
              isWide
              isStacked
              names={months.map(({ year, month }) =>
                month === 1 ? `${year}` : `${year === first ? '' : ' '}${month}`,
              )}
              columns={series}
            />
          </ChartFigure>
        )
      }}
    </Chart>
  )
}

/** How many claims each step had, and how long they lay there. */
export function StepsChart({ filters }: Props) {
  const t = useT()
  const title = `${t('analysis.finance.charts.steps')}`
  return (
    <Chart<{ claims: number; steps: readonly StepRow[] }> name="steps" filters={filters}>
      {({ claims, steps }, actions) => (
        <ChartFigure
          isFixed
          title={`${title} · ${t('analysis.finance.charts.claims')} ${claims}`}
          unit={t('analysis.finance.charts.stepsUnit')}
          actions={actions}
          head={[
            t('analysis.finance.titles.step'),
            t('analysis.finance.titles.claims'),
            t('analysis.finance.titles.hours'),
          ]}
          rows={steps.map((row) => [row.name, String(row.claims), String(row.hours)])}
          bars={steps.map((row) => ({ key: row.state, label: row.name, value: row.hours }))}
          isEmpty={steps.length === 0}
        >
          <LyingBars
            bars={steps.map((row) => ({
              key: row.state,
              label: `${row.name} (${row.claims})`,
              value: row.hours,
              text: String(row.hours),
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}

export function CapitaChart({ filters }: Props) {
  const t = useT()
  return (
    <Chart<readonly CapitaRow[]> name="capita" filters={filters}>
      {(rows, actions) => (
        <ChartFigure
          isFixed
          title={t('analysis.finance.charts.capita')}
          unit={t('analysis.finance.charts.capitaUnit')}
          actions={actions}
          head={[
            t('analysis.finance.titles.department'),
            t('analysis.finance.titles.amount'),
            t('analysis.finance.titles.people'),
            t('analysis.finance.titles.perHead'),
          ]}
          rows={rows.map((row) => [row.name, moneyText(row.used), String(row.people), moneyText(row.perHead)])}
          bars={rows.map((row) => ({ key: String(row.deptId), label: row.name, value: Number(row.perHead) }))}
          isEmpty={rows.length === 0}
        >
          <LyingBars
            bars={rows.map((row) => ({
              key: String(row.deptId),
              label: row.name,
              value: Number(row.perHead),
              text: moneyText(row.perHead),
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}

export function ThreePublicProgress({ filters }: Props) {
  const t = useT()
  return (
    <Chart<readonly ThreePublic[]> name="three_public" filters={filters}>
      {(rows, actions) => (
        <ChartFigure
          isFixed
          title={t('analysis.finance.charts.threePublic')}
          unit={t('analysis.finance.charts.threePublicUnit')}
          actions={actions}
          head={[
            t('analysis.finance.titles.subject'),
            t('analysis.budget.titles.budget'),
            t('analysis.budget.titles.used'),
            t('analysis.budget.titles.lastYear'),
          ]}
          rows={rows.map((row) => [
            t(`analysis.kinds.${row.kind}`),
            moneyText(row.budget),
            moneyText(row.used),
            moneyText(row.lastUsed),
          ])}
          bars={rows.map((row) => ({
            key: row.kind,
            label: t(`analysis.kinds.${row.kind}`),
            value: percentOf(row.used, row.budget),
          }))}
          isEmpty={rows.every((row) => Number(row.budget) === 0)}
        >
          <LyingBars
            most={100}
            bars={rows.map((row) => ({
              key: row.kind,
              label: t(`analysis.kinds.${row.kind}`),
              value: percentOf(row.used, row.budget),
              text: `${percentOf(row.used, row.budget)}%`,
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}

export function TravelChart({ filters }: Props) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  return (
    <Chart<TravelFigures> name="travel" filters={filters}>
      {(data, actions) => (
        <ChartFigure
          isFixed
          title={t('analysis.finance.charts.cities')}
          unit={t('analysis.wan')}
          actions={actions}
          head={[
            t('analysis.finance.titles.city'),
            t('analysis.finance.titles.trips'),
            t('analysis.finance.titles.tripDays'),
            t('analysis.finance.titles.amount'),
          ]}
          rows={data.cities.map((row) => [row.city, String(row.trips), String(row.days), moneyText(row.amount)])}
          bars={data.cities.map((row) => ({ key: row.city, label: row.city, value: Number(row.amount) }))}
          isEmpty={data.trips === 0}
        >
          <dl className="analysis-figures">
            {(
              [
                ['trips', String(data.trips)],
                ['days', String(data.days)],
                ['perDay', data.perDay === null ? '—' : moneyText(data.perDay)],
                ['over', String(data.over)],
              ] as const
            ).map(([name, text]) => (
              <div key={name}>
                <dt>{t(`analysis.finance.travel.${name}`)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <LyingBars
            bars={data.cities.map((row) => ({
              key: row.city,
              label: `${row.city} (${row.trips})`,
              value: Number(row.amount),
              text: moneyText(scale(row.amount)),
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}

/** What a kilometre of each car cost: fuel, repair, insurance and tolls. */
export function VehicleChart({ filters }: Props) {
  const t = useT()
  const orNone = (value: string | null): string => value ?? '—'
  return (
    <Chart<VehicleFigures> name="vehicles" filters={filters}>
      {({ km, amount, perKm, per100, cars }, actions) => (
        <ChartFigure
          isFixed
          title={t('analysis.finance.charts.vehicles')}
          unit={t('analysis.finance.charts.vehiclesUnit')}
          actions={actions}
          head={(['vehicle', 'km', 'amount', 'perKm', 'per100'] as const).map((name) =>
            t(`analysis.finance.titles.${name}`),
          )}
          rows={cars.map((row) => [
            row.plateNo,
            String(row.km),
            moneyText(row.amount),
            orNone(row.perKm),
            orNone(row.per100),
          ])}
          bars={cars.map((row) => ({ key: row.plateNo, label: row.plateNo, value: Number(row.perKm ?? 0) }))}
          isEmpty={cars.length === 0}
        >
          <dl className="analysis-figures">
            {(
              [
                ['km', km.toLocaleString('en-US')],
                ['amount', moneyText(amount)],
                ['perKm', orNone(perKm)],
                ['per100', orNone(per100)],
              ] as const
            ).map(([name, text]) => (
              <div key={name}>
                <dt>{t(`analysis.finance.titles.${name}`)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <LyingBars
            bars={cars.map((row) => ({
              key: row.plateNo,
              label: `${row.plateNo} (${row.km} km)`,
              value: Number(row.perKm ?? 0),
              text: orNone(row.perKm),
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}

export function VendorChart({ filters }: Props) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  return (
    <Chart<readonly VendorRow[]> name="vendors" filters={filters}>
      {(rows, actions) => (
        <ChartFigure
          isFixed
          title={t('analysis.finance.charts.vendors')}
          unit={t('analysis.wan')}
          actions={actions}
          head={[
            t('analysis.finance.titles.vendor'),
            t('analysis.finance.titles.invoices'),
            t('analysis.finance.titles.amount'),
          ]}
          rows={rows.map((row) => [row.seller, String(row.invoices), moneyText(row.amount)])}
          bars={rows.map((row) => ({ key: row.seller, label: row.seller, value: Number(row.amount) }))}
          isEmpty={rows.length === 0}
        >
          <LyingBars
            bars={rows.map((row) => ({
              key: row.seller,
              label: `${row.seller} (${row.invoices})`,
              value: Number(row.amount),
              text: moneyText(scale(row.amount)),
            }))}
          />
        </ChartFigure>
      )}
    </Chart>
  )
}
