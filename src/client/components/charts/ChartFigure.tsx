import { DataTable } from '#src/client/components/table/DataTable.tsx'
import './charts.css'
import { Button } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
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
  /** As high as its place, whatever its data: beside charts that come at their own time. More scrolls within it. */
  readonly isFixed?: boolean
  /** It stands in a card of others already. */
  readonly isInCard?: boolean
  /** Further buttons at the head. */
  readonly actions?: ReactNode
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
  isFixed = false,
  isInCard = false,
  actions,
  children,
}: ChartFigureProps) {
  const t = useT()
  const [isTable, setTable] = useState(false)
  return (
    <figure
      className={`chart${isInCard ? '' : ' card'}${isWide ? ' is-wide' : ''}${isFixed ? ' is-fixed' : ''}`}
      aria-label={title}
    >
      <figcaption className="chart-head">
        <span className="chart-title">{title}</span>
        <span className="chart-unit">{unit}</span>
        <span className="chart-actions">
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
            onClick={() => ignoreApiError(drawBars({ title, unit, bars }))}
          />
          {actions}
        </span>
      </figcaption>
      {isEmpty ? (
        <EmptyState compact title={t('records.charts.empty')} />
      ) : isTable ? (
        <DataTable
          className="chart-table"
          look={{ compact: true }}
          region={{ className: 'chart-scroll', label: title }}
          rows={rows}
          keyOf={([first = '']) => first}
          columns={head.map((text, at) => ({
            name: text,
            head: text,
            isRight: at > 0,
            isRowHead: at === 0,
            cell: (row: readonly string[]) => row[at],
          }))}
        />
      ) : isFixed && !isWide ? (
        <ScrollRegion className="chart-body" label={title}>
          {children}
        </ScrollRegion>
      ) : (
        children
      )}
    </figure>
  )
}
