import { type ReactNode, useId } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState } from '#src/client/components/ui/index.ts'

export interface FigureColumn {
  readonly key: string
  readonly title: string
  /** Numbers stand under each other. */
  readonly isRight?: boolean
  readonly className?: string
}
export interface FigureRow {
  readonly key: string | number
  /** What the page is about just now. */
  readonly isCurrent?: boolean
  /** One for each column; the first is the head of the row. */
  readonly cells: readonly ReactNode[]
}

interface FigureTableProps {
  readonly title: string
  readonly columns: readonly FigureColumn[]
  readonly rows: readonly FigureRow[]
  /** What is said when there is no row. */
  readonly empty: string
  readonly isNarrow?: boolean
  /** Beside the title, e.g. a button. */
  readonly beside?: ReactNode
  /** In place of the table while its rows are not there. */
  readonly instead?: ReactNode
  readonly after?: ReactNode
}

/** A section of the reconciliation: its title, and a small table that scrolls by itself. */
export function FigureTable({ title, columns, rows, empty, isNarrow, beside, instead, after }: FigureTableProps) {
  const id = useId()
  return (
    <section className="pay-section" aria-labelledby={id}>
      <div className="pay-head">
        <h2 id={id}>{title}</h2>
        {beside}
      </div>
      {instead ??
        (rows.length === 0 ? (
          <EmptyState compact title={empty} />
        ) : (
          <DataTable
            className={isNarrow === true ? 'pay-table is-narrow' : 'pay-table'}
            look={{ compact: true }}
            region={{ className: 'pay-scroll', label: title }}
            rows={rows}
            keyOf={({ key }) => key}
            rowProps={({ isCurrent }) => ({ 'aria-current': isCurrent === true ? 'date' : undefined })}
            columns={columns.map(({ key, title: head, isRight, className }, at) => ({
              name: key,
              head,
              isRight: isRight === true,
              ...(className !== undefined && { className }),
              isRowHead: at === 0,
              cell: ({ cells }: FigureRow) => cells[at],
            }))}
          />
        ))}
      {after}
    </section>
  )
}
