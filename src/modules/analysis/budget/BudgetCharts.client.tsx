import { ChartFigure } from '#src/client/components/charts/ChartFigure.tsx'
import { ColumnChart } from '#src/client/components/charts/ColumnChart.tsx'
import { LyingBars } from '#src/client/components/charts/LyingBars.tsx'
import { Treemap } from '#src/client/components/charts/Treemap.tsx'
import { moneyText } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import { type FrozenBand, scaledIn, UNPLANNED_ALLOWED } from '../figures.ts'
import type { BudgetAnalysis, ThreePublic } from './budget.types.ts'

interface Props {
  readonly data: BudgetAnalysis
  readonly onDepartment: (deptId: string) => void
  readonly onSubject: (subject: string) => void
  readonly onFrozen: (band: FrozenBand) => void
  readonly onTicket: (ticketId: string) => void
}

/** The charts of 30.6; a click narrows the page or leads to what is behind. */
export function BudgetCharts({ data, onDepartment, onSubject, onFrozen, onTicket }: Props) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  const label = useDictionaryLabel()
  const titles = (
    name:
      | 'department'
      | 'subject'
      | 'rate'
      | 'lag'
      | 'unplanned'
      | 'score'
      | 'used'
      | 'plan'
      | 'month'
      | 'amount'
      | 'tickets'
      | 'approved'
      | 'ticket',
  ): string => t(`analysis.budget.titles.${name}`)
  const wan = t('analysis.wan')
  const percent = (value: number): string => `${value}%`
  const subjectName = (code: string): string => `${code} ${label('budgetSubject', code)}`
  const months = data.months.map(({ month }) => t('analysis.month', [month]))
  const inWan = (amount: string): number => Number(scale(amount))
  const running = (amounts: readonly string[]): readonly string[] =>
    amounts.map((_, index) => sumMoney(amounts.slice(0, index + 1)))
  const used = data.months.map((row) => row.used)
  const plan = data.months.map((row) => row.plan)
  const last = data.months.map((row) => row.lastUsed)
  const usedSoFar = running(used)
  const planSoFar = running(plan)
  const ranked = data.departments.toSorted((a, b) => b.score - a.score)
  const lagText = (lag: number): string => (lag < 0 ? t('analysis.budget.ahead', [-lag]) : String(lag))
  const unplannedText = (share: number | null): string => (share === null ? '–' : percent(share))
  return (
    <div className="analysis-charts">
      <ChartFigure
        title={t('analysis.budget.charts.departments')}
        unit="%"
        head={[titles('department'), titles('approved'), titles('used'), titles('rate'), titles('lag')]}
        rows={data.departments.map((row) => [
          row.name,
          moneyText(sumMoney([row.approved, row.adjust])),
          moneyText(row.used),
          percent(row.rate),
          lagText(row.lag),
        ])}
        bars={data.departments.map((row) => ({ key: String(row.deptId), label: row.name, value: row.rate }))}
      >
        <LyingBars
          most={100}
          mark={data.timePercent}
          bars={data.departments.map((row) => ({
            key: String(row.deptId),
            label: row.name,
            value: row.rate,
            text: percent(row.rate),
            isBad: row.lag > data.lagLimit,
          }))}
          onPick={onDepartment}
        />
      </ChartFigure>
      <ChartFigure
        title={t('analysis.budget.charts.subjects')}
        unit={t('analysis.budget.charts.subjectsUnit')}
        head={[titles('subject'), titles('approved'), titles('used'), titles('rate')]}
        rows={data.subjects.map((row) => [
          subjectName(row.subjectCode),
          moneyText(sumMoney([row.approved, row.adjust])),
          moneyText(row.used),
          percent(row.rate),
        ])}
        bars={data.subjects.map((row) => ({
          key: row.subjectCode,
          label: subjectName(row.subjectCode),
          value: row.rate,
        }))}
      >
        <Treemap
          parts={data.subjects.map((row) => ({
            key: row.subjectCode,
            label: label('budgetSubject', row.subjectCode),
            value: Number(sumMoney([row.approved, row.adjust])),
            share: row.rate,
            text: percent(row.rate),
          }))}
          onPick={onSubject}
        />
      </ChartFigure>
      <ChartFigure
        title={t('analysis.budget.charts.scores')}
        unit={t('analysis.budget.charts.scoresUnit')}
        head={[titles('department'), titles('score'), titles('lag'), titles('unplanned')]}
        rows={ranked.map((row) => [row.name, String(row.score), lagText(row.lag), unplannedText(row.unplanned)])}
        bars={ranked.map((row) => ({ key: String(row.deptId), label: row.name, value: row.score }))}
      >
        <LyingBars
          most={100}
          bars={ranked.map((row) => ({
            key: String(row.deptId),
            label: row.name,
            value: row.score,
            text: String(row.score),
            isBad: (row.unplanned ?? 0) > UNPLANNED_ALLOWED,
          }))}
          onPick={onDepartment}
        />
      </ChartFigure>
      <ChartFigure
        isWide
        title={t('analysis.budget.charts.months')}
        unit={wan}
        head={[
          titles('month'),
          titles('used'),
          titles('plan'),
          t('analysis.budget.titles.cumulativeUsed'),
          t('analysis.budget.titles.cumulativePlan'),
        ]}
        rows={months.map((name, index) => [
          name,
          ...[used, plan, usedSoFar, planSoFar].map((list) => moneyText(scale(list[index] ?? '0.00'))),
        ])}
        bars={months.map((name, index) => ({ key: name, label: name, value: inWan(used[index] ?? '0.00') }))}
        isEmpty={[...used, ...plan].every((amount) => Number(amount) === 0)}
      >
        <ColumnChart
          isWide
          label={t('analysis.budget.charts.summary', [
            t('analysis.budget.charts.months'),
            `${titles('used')} ${moneyText(scale(usedSoFar.at(-1) ?? '0.00'))}, ${titles('plan')} ${moneyText(scale(planSoFar.at(-1) ?? '0.00'))}`,
          ])}
          names={months}
          columns={[
            { name: titles('used'), values: used.map(inWan) },
            { name: titles('plan'), values: plan.map(inWan) },
          ]}
          lines={[
            { name: t('analysis.budget.titles.cumulativeUsed'), values: usedSoFar.map(inWan) },
            { name: t('analysis.budget.titles.cumulativePlan'), values: planSoFar.map(inWan) },
          ]}
        />
      </ChartFigure>
      <ChartFigure
        title={t('analysis.budget.charts.frozen')}
        unit={t('analysis.budget.charts.frozenUnit')}
        head={[t('analysis.budget.titles.age'), titles('amount'), titles('tickets')]}
        rows={data.frozen.map((row) => [
          t(`analysis.budget.bands.${row.band}`),
          moneyText(row.amount),
          String(row.tickets),
        ])}
        bars={data.frozen.map((row) => ({
          key: row.band,
          label: t(`analysis.budget.bands.${row.band}`),
          value: inWan(row.amount),
        }))}
        isEmpty={data.frozen.every(({ tickets }) => tickets === 0)}
      >
        <LyingBars
          bars={data.frozen.map((row) => ({
            key: row.band,
            label: t(`analysis.budget.bands.${row.band}`),
            value: Number(row.amount),
            text: moneyText(scale(row.amount)),
            isBad: row.band === '91-',
          }))}
          onPick={(key) => onFrozen(key as FrozenBand)}
        />
      </ChartFigure>
      <ChartFigure
        title={t('analysis.budget.charts.largest')}
        unit={wan}
        head={[titles('ticket'), titles('amount')]}
        rows={data.largest.map((row) => [`${row.no} ${row.title}`, moneyText(row.amount)])}
        bars={data.largest.map((row) => ({ key: row.no, label: row.no, value: inWan(row.amount) }))}
        isEmpty={data.largest.length === 0}
      >
        <LyingBars
          bars={data.largest.map((row) => ({
            key: String(row.ticketId),
            label: row.title,
            value: Number(row.amount),
            text: moneyText(scale(row.amount)),
          }))}
          onPick={onTicket}
        />
      </ChartFigure>
      <ThreePublicChart rows={data.threePublic} />
      <ChartFigure
        title={t('analysis.budget.charts.years')}
        unit={wan}
        head={[titles('month'), t('analysis.budget.titles.thisYear'), t('analysis.budget.titles.lastYear')]}
        rows={months.map((name, index) => [
          name,
          moneyText(scale(used[index] ?? '0.00')),
          moneyText(scale(last[index] ?? '0.00')),
        ])}
        bars={months.map((name, index) => ({ key: name, label: name, value: inWan(used[index] ?? '0.00') }))}
        isEmpty={[...used, ...last].every((amount) => Number(amount) === 0)}
      >
        <ColumnChart
          label={t('analysis.budget.charts.years')}
          names={months}
          columns={[
            { name: String(data.year), values: used.map(inWan) },
            { name: String(data.year - 1), values: last.map(inWan) },
          ]}
        />
      </ChartFigure>
    </div>
  )
}

/** 三公 against its budget and last year. */
export function ThreePublicChart({ rows }: { readonly rows: readonly ThreePublic[] }) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  const names = rows.map(({ kind }) => t(`analysis.kinds.${kind}`))
  const inWan = (amount: string): number => Number(scale(amount))
  return (
    <ChartFigure
      title={t('analysis.budget.charts.threePublic')}
      unit={t('analysis.wan')}
      head={[
        t('analysis.budget.titles.subject'),
        t('analysis.budget.titles.used'),
        t('analysis.budget.titles.budget'),
        t('analysis.budget.titles.lastYear'),
      ]}
      rows={rows.map((row, index) => [
        names[index] ?? '',
        moneyText(row.used),
        moneyText(row.budget),
        moneyText(row.lastUsed),
      ])}
      bars={rows.map((row, index) => ({ key: row.kind, label: names[index] ?? '', value: inWan(row.used) }))}
      isEmpty={rows.every((row) => Number(row.budget) === 0 && Number(row.used) === 0 && Number(row.lastUsed) === 0)}
    >
      <ColumnChart
        label={t('analysis.budget.charts.threePublic')}
        names={names}
        columns={[
          { name: t('analysis.budget.titles.used'), values: rows.map((row) => inWan(row.used)) },
          { name: t('analysis.budget.titles.budget'), values: rows.map((row) => inWan(row.budget)) },
          { name: t('analysis.budget.titles.lastYear'), values: rows.map((row) => inWan(row.lastUsed)) },
        ]}
      />
    </ChartFigure>
  )
}
