import { Checkbox, HTMLTable } from '@blueprintjs/core'
import { type CSSProperties, type ReactElement, type ReactNode, useCallback, useRef } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type Column, classes } from './column.ts'
import { DataRow, type RowAttributes } from './DataRow.tsx'
import { FIRST, LongBody, PIECE, type RowPlace } from './LongBody.tsx'
import { SortButton } from './SortButton.tsx'
import { useGrowing } from './useGrowing.ts'
import { type TableOptions, useTable } from './useTable.ts'

export interface DataTableProps<Row> extends TableOptions<Row> {
  readonly columns: readonly Column<Row>[]
  /** What a row is known by; keep the function the same between renderings of a long table. */
  readonly keyOf: (row: Row, index: number) => string | number
  readonly className?: string
  readonly style?: CSSProperties
  readonly label?: string
  readonly look?: { readonly compact?: boolean; readonly striped?: boolean; readonly interactive?: boolean }
  /** The part around the table that scrolls by itself; absent where the page scrolls. */
  readonly region?: { readonly className: string; readonly label: string; readonly isBusy?: boolean }
  /** Number of the first row; absent where rows are not numbered. */
  readonly firstNumber?: number
  readonly rowClass?: (row: Row, index: number) => string | undefined
  readonly rowProps?: (row: Row, index: number) => RowAttributes
  /** Draws a row itself, with the properties of its place in a long table; by default its cells are those of the columns. */
  readonly drawRow?: (row: Row, index: number, place?: RowPlace) => ReactElement
  /** Heads are for those who cannot see the table. */
  readonly isHeadHidden?: boolean
  /** Rows of a page are drawn in pieces that leave room for keys and clicks. */
  readonly isGrowing?: boolean
  /** A row to bring into sight; null for none. */
  readonly show?: number | null
  readonly role?: 'treegrid'
}

/** A table: how it behaves is {@link useTable}'s, how it looks its classes'. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, selection, long, region, firstNumber, rowClass, rowProps } = props
  const t = useT()
  const scroll = useRef<HTMLElement>(null)
  const { isLong, show, table, head, order, choice } = useTable(props)
  const shown = useGrowing(isLong || props.isGrowing !== true ? 0 : rows.length, FIRST, PIECE)
  const drawn = isLong || props.isGrowing !== true ? rows : rows.slice(0, shown)
  const keyAt = useCallback(
    (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row, index)
    },
    [rows, keyOf],
  )
  const drawnByColumns = (row: Row, index: number, place?: RowPlace) => (
    <DataRow
      key={keyOf(row, index)}
      row={row}
      index={index}
      columns={columns}
      number={firstNumber === undefined ? undefined : firstNumber + index}
      isChosen={selection ? selection.chosen.has(selection.idOf(row)) : null}
      tickLabel={selection?.labelOf}
      onTick={choice.tick}
      rowClass={rowClass}
      rowProps={rowProps}
      place={place}
    />
  )
  const rowAt = props.drawRow ?? drawnByColumns
  const leading = (selection ? 1 : 0) + (firstNumber === undefined ? 0 : 1)
  const content = (
    <HTMLTable
      {...table}
      {...props.look}
      {...(props.label !== undefined && { 'aria-label': props.label })}
      {...(props.style && { style: props.style })}
      {...(props.role && { role: props.role })}
      className={classes(props.className)}
    >
      <thead className={props.isHeadHidden === true ? 'visually-hidden' : undefined}>
        <tr>
          {selection ? (
            <th scope="col" className="list-check">
              <Checkbox
                aria-label={t('records.list.selectPage')}
                checked={choice.isAll}
                indeterminate={choice.isSome && !choice.isAll}
                onChange={choice.tickAll}
              />
            </th>
          ) : null}
          {firstNumber === undefined ? null : (
            <th scope="col" className="list-number">
              #
            </th>
          )}
          {columns.map((column) => (
            <th key={column.name} {...head(column)}>
              <Head order={order(column)}>{column.head}</Head>
            </th>
          ))}
        </tr>
      </thead>
      {isLong && long ? (
        <LongBody
          count={rows.length}
          height={long.height}
          scroll={scroll}
          columns={columns.length + leading}
          keyOf={keyAt}
          show={show ?? props.show ?? null}
          row={(index, place) => rowAt(rows[index] as Row, index, place)}
        />
      ) : (
        <tbody>{drawn.map((row, index) => rowAt(row, index))}</tbody>
      )}
      <Totals columns={columns} leading={leading} />
    </HTMLTable>
  )
  return region === undefined ? (
    content
  ) : (
    <ScrollRegion {...region} element={scroll}>
      {content}
    </ScrollRegion>
  )
}

function Head({
  order,
  children,
}: {
  readonly order: ReturnType<ReturnType<typeof useTable>['order']>
  readonly children: ReactNode
}) {
  return order === null ? children : <SortButton {...order}>{children}</SortButton>
}

/** What the columns come to; nothing where none of them does. */
function Totals<Row>({ columns, leading }: { readonly columns: readonly Column<Row>[]; readonly leading: number }) {
  if (columns.every(({ total }) => total === undefined)) return null
  return (
    <tfoot>
      <tr>
        {leading === 0 ? null : <td colSpan={leading} />}
        {columns.map(({ name, isRowHead, isRight, className, total }) => {
          const shared = { className: classes(isRight && 'is-right', className) }
          return isRowHead === true ? (
            <th key={name} scope="row" {...shared}>
              {total}
            </th>
          ) : (
            <td key={name} {...shared}>
              {total}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}
