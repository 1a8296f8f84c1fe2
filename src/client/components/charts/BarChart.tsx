import './charts.css'
import { Button } from '@blueprintjs/core'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { ChartFigure } from './ChartFigure.tsx'
import type { Bar } from './picture.ts'

interface BarChartProps {
  readonly title: string
  readonly unit: string
  readonly bars: readonly Bar[]
  /** The bar the list behind is narrowed to. */
  readonly picked: string | null
  /** Narrows the list behind to a bar; again takes it back. */
  readonly onPick: (key: string) => void
  /** Downloads the figures as a spreadsheet; absent without the permission. */
  readonly onExport: (() => Promise<void>) | undefined
  /** Standing bars, for values that follow each other like hours. */
  readonly isStanding?: boolean
}

/** CHART-STD over bars; a click narrows the list behind it. */
export function BarChart({ title, unit, bars, picked, onPick, onExport, isStanding = false }: BarChartProps) {
  const t = useT()
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  const isEmpty = bars.every((bar) => bar.value === 0)
  return (
    <ChartFigure
      isInCard
      title={title}
      unit={unit}
      head={[title, t('records.charts.count')]}
      rows={bars.map((bar) => [bar.label, String(bar.value)])}
      bars={bars}
      isEmpty={isEmpty}
      actions={
        onExport === undefined ? null : (
          <Button
            size="small"
            variant="minimal"
            disabled={isEmpty}
            text={t('records.charts.xlsx')}
            onClick={() => ignoreApiError(onExport())}
          />
        )
      }
    >
      <ul className={isStanding ? 'bars is-standing' : 'bars'}>
        {bars.map((bar) => (
          <li key={bar.key}>
            <button
              type="button"
              className="bar"
              disabled={bar.value === 0}
              aria-pressed={picked === bar.key}
              aria-label={t('records.charts.bar', [bar.label, bar.value])}
              onClick={() => onPick(bar.key)}
            >
              <span className="bar-label">{bar.label}</span>
              <span className="bar-track">
                <span
                  className="bar-fill"
                  style={{ [isStanding ? 'height' : 'width']: `${(bar.value / most) * 100}%` }}
                />
              </span>
              <span className="bar-value">{bar.value.toLocaleString('en-US')}</span>
            </button>
          </li>
        ))}
      </ul>
    </ChartFigure>
  )
}
