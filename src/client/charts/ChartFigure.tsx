import './charts.css'
import { Button, HTMLTable } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { told } from '#src/client/forms/told.ts'
import { useT } from '#src/client/i18n/index.ts'
import { EmptyState } from '#src/client/ui/index.ts'
import { type Bar, drawBars } from './picture.ts'

interface ChartFigureProps {
  readonly title: string
  readonly unit: string
  /** The data as a table: heads, and rows of texts whose first is the head of its row. */
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** What the PNG draws. */
  readonly bars: readonly Bar[]
  readonly isEmpty?: boolean
  readonly isWide?: boolean
  /** It stands in a card of others already. */
  readonly isInCard?: boolean
  /** Further buttons at the head. */
  readonly deeds?: ReactNode
  readonly children: ReactNode
}

/** CHART-STD around any picture: title, unit, empty state, the data as a table, PNG. */
export function ChartFigure({
  title,
  unit,
  head,
  rows,
  bars,
  isEmpty = false,
  isWide = false,
  isInCard = false,
  deeds,
  children,
}: ChartFigureProps) {
  const t = useT()
  const [isTable, setTable] = useState(false)
  return (
    <figure className={`chart${isInCard ? '' : ' card'}${isWide ? ' is-wide' : ''}`} aria-label={title}>
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
          {deeds}
        </span>
      </figcaption>
      {isEmpty ? (
        <EmptyState compact title={t('records.charts.empty')} />
      ) : isTable ? (
        <ScrollRegion className="chart-scroll" label={title}>
          <HTMLTable compact className="chart-table">
            <thead>
              <tr>
                {head.map((text, index) => (
                  <th key={text} scope="col" className={index === 0 ? undefined : 'is-right'}>
                    {text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([first = '', ...rest]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {rest.map((text, index) => (
                    <td key={head[index + 1]} className="is-right">
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </HTMLTable>
        </ScrollRegion>
      ) : (
        children
      )}
    </figure>
  )
}
