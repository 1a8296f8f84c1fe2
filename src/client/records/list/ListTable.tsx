import { Checkbox, HTMLTable } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, DoubleCaretVerticalIcon } from '@blueprintjs/icons'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { fieldOf } from '../model.ts'
import type { Density } from './columns.ts'
import { isLongList, ListBody } from './ListBody.tsx'
import { isSortable, nextOrdering, sortDirection } from './query.ts'
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
    readonly onChange: (ids: ReadonlySet<number>) => void
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
  const first = (query.page - 1) * query.limit + 1
  const all = rows.length > 0 && rows.every(({ id }) => selection?.ids.has(id))
  const scroll = useRef<HTMLElement>(null)
  return (
    <ScrollRegion className={`list-scroll is-${density}`} label={title} isBusy={list.isFetching} element={scroll}>
      <HTMLTable className="list-table" interactive {...(isLongList(rows) && { 'aria-rowcount': rows.length + 1 })}>
        <thead>
          <tr>
            {selection === null ? null : (
              <th scope="col" className="list-check">
                <Checkbox
                  aria-label={t('records.list.selectPage')}
                  checked={all}
                  indeterminate={!all && rows.some(({ id }) => selection.ids.has(id))}
                  onChange={() => selection.onChange(new Set(all ? [] : rows.map(({ id }) => id)))}
                />
              </th>
            )}
            <th scope="col" className="list-number">
              #
            </th>
            {columns.map((name, index) => (
              <HeadCell key={name} record={record} name={name} label={labels(name)} list={list} isFirst={index === 0} />
            ))}
            {actionsOf === null ? null : (
              <th scope="col" className="list-actions">
                {t('records.list.actions')}
              </th>
            )}
          </tr>
        </thead>
        <ListBody
          rows={rows}
          keyOf={idOf}
          scroll={scroll}
          columns={columns.length + 1 + (selection === null ? 0 : 1) + (actionsOf === null ? 0 : 1)}
          height={ROW_HEIGHTS[density]}
          row={(row, index, place) => (
            <tr key={row.id} className={selection?.ids.has(row.id) ? 'is-selected' : ''} {...place}>
              {selection === null ? null : (
                <td className="list-check">
                  <Checkbox
                    aria-label={t('records.list.selectRow', [nameOf(row)])}
                    checked={selection.ids.has(row.id)}
                    onChange={() => selection.onChange(toggled(selection.ids, row.id))}
                  />
                </td>
              )}
              <td className="list-number">{first + index}</td>
              {columns.map((name, column) => (
                <BodyCell
                  key={name}
                  record={record}
                  name={name}
                  own={own[name]}
                  labels={labels}
                  row={row}
                  isFirst={column === 0}
                  onOpen={name === opener ? onOpen : undefined}
                />
              ))}
              {actionsOf === null ? null : <td className="list-actions">{actionsOf(row)}</td>}
            </tr>
          )}
        />
      </HTMLTable>
    </ScrollRegion>
  )
}

function toggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

interface HeadCellProps {
  readonly record: RecordDefinition
  readonly name: string
  readonly label: string
  readonly list: RecordList
  readonly isFirst: boolean
}

function HeadCell({ record, name, label, list, isFirst }: HeadCellProps) {
  const { query, change } = list
  const className = cellClass(record, name, isFirst)
  if (!isSortable(record, name))
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const direction = sortDirection(query.ordering, name)
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button
        type="button"
        className="list-sort"
        onClick={() => change({ ordering: nextOrdering(query, name, record) })}
      >
        {label}
        {direction === 'none' ? (
          <DoubleCaretVerticalIcon size={12} className="is-idle" aria-hidden />
        ) : direction === 'ascending' ? (
          <ArrowUpIcon size={12} aria-hidden />
        ) : (
          <ArrowDownIcon size={12} aria-hidden />
        )}
      </button>
    </th>
  )
}

interface BodyCellProps {
  readonly record: RecordDefinition
  readonly name: string
  readonly own: OwnColumn | undefined
  readonly labels: Labels
  readonly row: RecordRow
  readonly isFirst: boolean
  readonly onOpen: ((row: RecordRow) => void) | undefined
}

function BodyCell({ record, name, own, labels, row, isFirst, onOpen }: BodyCellProps) {
  const content = cellContent({ record, name, own, labels, row })
  return (
    <td className={cellClass(record, name, isFirst)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only says in full what the eye cannot see; a screen reader reads it all anyway. */}
      <div className="list-cell" onMouseEnter={explain}>
        {onOpen === undefined ? (
          content
        ) : (
          <button type="button" className="list-open" onClick={() => onOpen(row)}>
            {content}
          </button>
        )}
      </div>
    </td>
  )
}

/** What stands in a cell: what the page draws there, else the value of the field. */
export function cellContent({ record, name, own, labels, row }: Omit<BodyCellProps, 'isFirst' | 'onOpen'>): ReactNode {
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
  return [isFirst ? 'is-first' : '', isRight ? 'is-right' : '', isSentence(record, name) ? 'is-sentence' : '']
    .filter((part) => part !== '')
    .join(' ')
}
