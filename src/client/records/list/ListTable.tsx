import type { MouseEvent, ReactNode } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import type { ChosenIds } from '#src/client/components/table/choice.ts'
import { type Column, classes } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { fieldOf } from '../model.ts'
import type { Density } from './columns.ts'
import { defaultLimit, isSortable, nextOrdering } from './query.ts'
import type { RecordList, RecordRow } from './useRecordList.ts'

/** A column as a page draws it. */
export interface OwnColumn {
  readonly label: string
  readonly render: (row: RecordRow) => ReactNode
}

/** Pixels of a row. */
const ROW_HEIGHTS: Readonly<Record<Density, number>> = { comfortable: 44, compact: 32 }
const idOf = ({ id }: RecordRow): number => id

/** What table and cards need alike. */
export interface ListBodyProps {
  readonly record: RecordDefinition
  readonly labels: Labels
  readonly list: RecordList
  readonly columns: readonly string[]
  /** Columns the page draws itself, by name. */
  readonly own: Readonly<Record<string, OwnColumn>>
  readonly nameOf: (row: RecordRow) => string
  /** Buttons of one row; null when nobody may do anything with any row. */
  readonly actionsOf: ((row: RecordRow) => ReactNode) | null
  /** Opens the row from the column it is called by; absent without the permission. */
  readonly onOpen: ((row: RecordRow) => void) | undefined
  /** Chosen rows; null where there are no bulk actions. */
  readonly selection: {
    readonly ids: ReadonlySet<number>
    readonly onChange: (change: (ids: ChosenIds) => ChosenIds) => void
  } | null
}

/** The column that opens a row: the first, or what the row is called by when the first is only a figure. */
export function openerOf(record: RecordDefinition, columns: readonly string[]): string | undefined {
  const [first] = columns
  const field = first === undefined ? undefined : fieldOf(record, first)
  if (field === undefined || readingOf(field).align !== 'right') return first
  return columns.find((name) => record.titleFields.includes(name)) ?? first
}

/** A list as a table: sticky head, first and action columns, sortable heads, row numbers (LIST-STD). */
export function ListTable({
  density,
  title,
  ...props
}: ListBodyProps & { readonly density: Density; readonly title: string }) {
  const { record, labels, list, columns, own, nameOf, actionsOf, onOpen, selection } = props
  const t = useT()
  const { query, rows } = list
  const opener = openerOf(record, columns)
  const drawn: Column<RecordRow>[] = columns.map((name, index) => ({
    name,
    head: labels(name),
    className: cellClass(record, name, index === 0),
    ...(isSortable(record, name) && { sort: name }),
    cell: (row) => (
      <BodyCell onOpen={name === opener && onOpen !== undefined ? () => onOpen(row) : undefined}>
        {cellContent({ record, name, own: own[name], labels, row })}
      </BodyCell>
    ),
  }))
  if (actionsOf !== null)
    drawn.push({ name: ' actions', head: t('records.list.actions'), className: 'list-actions', cell: actionsOf })
  return (
    <DataTable
      className="list-table"
      look={{ interactive: true }}
      region={{ className: `list-scroll is-${density}`, label: title, isBusy: list.isFetching }}
      rows={rows}
      keyOf={idOf}
      columns={drawn}
      firstNumber={(query.page - 1) * query.limit + 1}
      long={{ height: ROW_HEIGHTS[density], above: defaultLimit }}
      sort={{
        ordering: query.ordering,
        onOrder: (name) => list.change({ ordering: nextOrdering(query, name, record) }),
      }}
      selection={
        selection === null
          ? null
          : {
              chosen: selection.ids,
              onChoose: selection.onChange,
              idOf,
              labelOf: (row) => t('records.list.selectRow', [nameOf(row)]),
            }
      }
    />
  )
}

/** A value in a list; where it opens its row, as a button. */
function BodyCell({ onOpen, children }: { readonly onOpen: (() => void) | undefined; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only says in full what the eye cannot see; a screen reader reads it all anyway.
    <div className="list-cell" onMouseEnter={explain}>
      {onOpen === undefined ? (
        children
      ) : (
        <button type="button" className="list-open" onClick={onOpen}>
          {children}
        </button>
      )}
    </div>
  )
}

interface CellProps {
  readonly record: RecordDefinition
  readonly name: string
  readonly own: OwnColumn | undefined
  readonly labels: Labels
  readonly row: RecordRow
}

/** What stands in a cell: what the page draws there, else the value of the field. */
export function cellContent({ record, name, own, labels, row }: CellProps): ReactNode {
  if (own !== undefined) return own.render(row)
  const field = fieldOf(record, name)
  return field === undefined ? null : (
    <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
  )
}

/** A text that does not fit says itself in full. */
function explain({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (currentTarget.scrollWidth > currentTarget.clientWidth) currentTarget.title = currentTarget.textContent ?? ''
  else currentTarget.removeAttribute('title')
}

/** Characters from which a text is a sentence, which is read and not only recognised. */
const SENTENCE = 1000

/** Whether a field needs the width of a sentence. */
export function isSentence(record: RecordDefinition, name: string): boolean {
  const field = fieldOf(record, name)
  return field?.kind === 'text' && field.max >= SENTENCE
}

function cellClass(record: RecordDefinition, name: string, isFirst: boolean): string {
  const field = fieldOf(record, name)
  const isRight = field !== undefined && readingOf(field).align === 'right'
  const isWhole = field?.kind === 'date' || field?.kind === 'dateTime'
  const isLong = isSentence(record, name)
  return classes(isFirst && 'is-first', isRight && 'is-right', isWhole && 'is-whole', isLong && 'is-sentence') ?? ''
}
