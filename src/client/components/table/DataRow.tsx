import { type ComponentProps, memo } from 'react'
import { type Column, classes } from './column.ts'
import type { RowPlace } from './LongBody.tsx'
import { Tick } from './Tick.tsx'

/** Attributes a table gives to a row of its own accord. */
export type RowAttributes = Omit<ComponentProps<'tr'>, 'children' | 'className' | 'ref'>

export interface DataRowProps<Row> {
  readonly row: Row
  readonly index: number
  readonly columns: readonly Column<Row>[]
  /** The first cell; absent where rows are not numbered. */
  readonly number?: number | undefined
  /** null where rows cannot be chosen. */
  readonly isChosen: boolean | null
  readonly tickLabel?: ((row: Row) => string) | undefined
  readonly onTick: (index: number, isRange: boolean) => void
  readonly rowClass?: ((row: Row, index: number) => string | undefined) | undefined
  readonly rowProps?: ((row: Row, index: number) => RowAttributes) | undefined
  readonly place?: RowPlace | undefined
}

function Drawn<Row>(props: DataRowProps<Row>) {
  const { row, index, columns, number, isChosen, tickLabel, onTick, rowClass, rowProps, place } = props
  return (
    <tr
      {...rowProps?.(row, index)}
      className={classes(isChosen === true && 'is-selected', rowClass?.(row, index))}
      data-index={index}
      {...place}
    >
      {isChosen === null ? null : (
        <td className="list-check">
          <Tick label={tickLabel?.(row) ?? ''} isTicked={isChosen} onTick={(isRange) => onTick(index, isRange)} />
        </td>
      )}
      {number === undefined ? null : <td className="list-number">{number}</td>}
      {columns.map((column) => {
        const shared = {
          className: classes(column.isRight && 'is-right', column.className, column.cellClass),
          title: column.cellTitle?.(row),
        }
        return column.isRowHead === true ? (
          <th key={column.name} scope="row" {...shared}>
            {column.cell(row, index)}
          </th>
        ) : (
          <td key={column.name} {...shared} {...(column.isPicture === true && { 'aria-hidden': true })}>
            {column.cell(row, index)}
          </td>
        )
      })}
    </tr>
  )
}

/** A row of a table. Drawn again only when something about it changes, as long as its columns and functions stay the same: choosing one of a hundred leaves the others alone. */
export const DataRow = memo(Drawn) as typeof Drawn
