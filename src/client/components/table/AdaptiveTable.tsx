import type { ReactNode } from 'react'
import { CardItem, Rows } from './Cards.tsx'
import type { Column } from './column.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'

interface CardLook<Row> {
  readonly className: string
  /** Name of the column that heads a card. */
  readonly head: string
  /** Name of the column below a card, such as its buttons. */
  readonly foot?: string
  /** Columns in the order of a card; that of the table by default. */
  readonly facts?: readonly string[]
  /** Draws the head of a card itself. */
  readonly drawHead?: (row: Row, index: number) => ReactNode
}

/** A table where there is room for one, else a card per row out of the same columns. */
export function AdaptiveTable<Row>({ card, ...table }: DataTableProps<Row> & { readonly card: CardLook<Row> }) {
  const { rows, columns, keyOf } = table
  const named = new Map(columns.map((column) => [column.name, column]))
  const facts = (card.facts ?? columns.map(({ name }) => name))
    .filter((name) => name !== card.head && name !== card.foot)
    .map((name) => named.get(name))
    .filter((column) => column !== undefined)
  const cellOf = (name: string | undefined, row: Row, index: number) =>
    name === undefined ? null : (named.get(name)?.cell(row, index) ?? null)
  const cards = () => (
    <ul className={card.className}>
      {rows.map((row, index) => (
        <CardItem
          key={keyOf(row, index)}
          head={card.drawHead?.(row, index) ?? cellOf(card.head, row, index)}
          facts={facts.map(({ head, cell }: Column<Row>) => [String(head), cell(row, index)])}
          foot={cellOf(card.foot, row, index)}
        />
      ))}
    </ul>
  )
  return <Rows draw={(isNarrow) => (isNarrow ? cards() : <DataTable {...table} />)} />
}
