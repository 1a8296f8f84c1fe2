import './charts.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { useState } from 'react'
import { told } from '#src/client/forms/told.ts'
import { useT } from '#src/client/i18n/index.ts'
import { EmptyState } from '#src/client/ui/index.ts'
import { drawBars } from './picture.ts'

/** One bar: what it counts and how many. */
export interface Bar {
  readonly key: string
  readonly label: string
  readonly value: number
}

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

/** CHART-STD: title, unit, empty state, the data as a table, picture and spreadsheet; a click narrows the list behind it. */
export function BarChart({ title, unit, bars, picked, onPick, onExport, isStanding = false }: BarChartProps) {
  const t = useT()
  const [isTable, setTable] = useState(false)
  const most = Math.max(1, ...bars.map((bar) => bar.value))
  const isEmpty = bars.every((bar) => bar.value === 0)
  return (
    <figure className="chart" aria-label={title}>
      <figcaption className="chart-head">
        <span className="chart-title">{title}</span>
        <span className="chart-unit">{unit}</span>
        <span className="chart-deeds">
          <Button
            size="small"
            variant="minimal"
            active={isTable}
            aria-pressed={isTable}
            text={t('records.charts.data')}
            onClick={() => setTable(!isTable)}
          />
          <Button
            size="small"
            variant="minimal"
            disabled={isEmpty}
            text={t('records.charts.png')}
            onClick={() => told(drawBars({ title, unit, bars }))}
          />
          {onExport === undefined ? null : (
            <Button
              size="small"
              variant="minimal"
              disabled={isEmpty}
              text={t('records.charts.xlsx')}
              onClick={() => told(onExport())}
            />
          )}
        </span>
      </figcaption>
      {isEmpty ? (
        <EmptyState compact title={t('records.charts.empty')} />
      ) : isTable ? (
        <div className="chart-scroll" tabIndex={-1}>
          <HTMLTable compact className="chart-table">
            <thead>
              <tr>
                <th scope="col">{title}</th>
                <th scope="col" className="is-right">
                  {t('records.charts.count')}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <td>{bar.label}</td>
                  <td className="is-right">{bar.value}</td>
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </div>
      ) : (
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
                <span className="bar-value">{bar.value}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
