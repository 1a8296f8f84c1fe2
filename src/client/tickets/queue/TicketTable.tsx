import { Checkbox, HTMLTable } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, DoubleCaretVerticalIcon } from '@blueprintjs/icons'
import { type Dispatch, memo, type ReactNode, type SetStateAction, useRef } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { FIRST, PIECE, type RowPlace } from '#src/client/components/ui/longTable/LongBody.tsx'
import { useGrowing } from '#src/client/components/ui/longTable/useGrowing.ts'
import { Tick } from '#src/client/components/ui/Tick.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Density } from '#src/client/records/list/columns.ts'
import { isLongList, ListBody } from '#src/client/records/list/ListBody.tsx'
import { sortDirection } from '#src/client/records/list/query.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { CurrentStep } from '../actions/People.tsx'
import { nameOfTicket } from '../detail/headline.ts'
import { TicketTitle } from '../detail/TicketTitle.tsx'
import { useStayText } from '../labels.ts'
import { StatusChip } from '../StatusChip.tsx'
import { type CellWords, type ColumnDefinition, type OwnColumns, ticketColumns } from './columns.tsx'
import { nextOrdering } from './listFilters.ts'

export interface TicketTableProps {
  readonly rows: readonly TicketRow[]
  /** Names out of 20.6, and key columns of the one type as `form.<field>`. */
  readonly columns: readonly string[]
  readonly labels: (name: string) => string
  /** Columns of the one type (APP-SHELL Mine). */
  readonly own?: OwnColumns
  readonly ordering: string
  readonly onOrder: (ordering: string) => void
  /** Number of the first row. */
  readonly first: number
  readonly density: Density
  readonly isFetching: boolean
  /** Rows whose live check fails. */
  readonly failed: ReadonlyMap<number, readonly string[]>
  readonly chosen: ReadonlySet<number>
  readonly onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>
  /** Keep it the same between renderings. */
  readonly actionsOf: (row: TicketRow) => ReactNode
}

const columnOf = ({ own }: { readonly own?: OwnColumns | undefined }, name: string): ColumnDefinition | undefined =>
  ticketColumns[name] ?? own?.columns[name]
const classOf = (props: { readonly own?: OwnColumns | undefined }, name: string, index: number): string =>
  [index === 0 ? 'is-first' : '', columnOf(props, name)?.isRight === true ? 'is-right' : '']
    .filter((part) => part !== '')
    .join(' ')

/** The set with a row taken in or out. */
export function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Pixels of a row. */
const ROW_HEIGHT = 54
/** Of what a row consists beside its columns: checkbox, number and actions. */
const FIXED_COLUMNS = 3
const keyOf = ({ id, isCopy }: TicketRow): string => `${id} ${isCopy}`

/** Tickets as rows: sticky first and last column, sortable heads, row numbers (LIST-STD). Urgency and overdue are words and colour, never colour alone. */
export function TicketTable(props: TicketTableProps) {
  const { rows, columns, labels, chosen, onChoose, actionsOf } = props
  const t = useT()
  const scroll = useRef<HTMLElement>(null)
  const isLong = isLongList(rows)
  const shown = useGrowing(isLong ? 0 : rows.length, FIRST, PIECE)
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  return (
    <ScrollRegion
      className={`list-scroll is-${props.density}`}
      label={t('queue.title')}
      isBusy={props.isFetching}
      element={scroll}
    >
      <HTMLTable className="list-table ticket-table" interactive {...(isLong && { 'aria-rowcount': rows.length + 1 })}>
        <thead>
          <tr>
            <th scope="col" className="list-check">
              <Checkbox
                aria-label={t('records.list.selectPage')}
                checked={all}
                indeterminate={!all && rows.some(({ id }) => chosen.has(id))}
                onChange={() => onChoose(new Set(all ? [] : rows.map(({ id }) => id)))}
              />
            </th>
            <th scope="col" className="list-number">
              #
            </th>
            {columns.map((name, index) => (
              <Head key={name} {...props} name={name} className={classOf(props, name, index)} label={labels(name)} />
            ))}
            <th scope="col" className="list-actions">
              {t('records.list.actions')}
            </th>
          </tr>
        </thead>
        <ListBody
          rows={isLong ? rows : rows.slice(0, shown)}
          keyOf={keyOf}
          scroll={scroll}
          columns={columns.length + FIXED_COLUMNS}
          height={ROW_HEIGHT}
          row={(row, index, place) => (
            <Row
              key={keyOf(row)}
              row={row}
              number={props.first + index}
              isChosen={chosen.has(row.id)}
              failing={props.failed.get(row.id)}
              columns={columns}
              own={props.own}
              onChoose={onChoose}
              actionsOf={actionsOf}
              place={place}
            />
          )}
        />
      </HTMLTable>
    </ScrollRegion>
  )
}

interface RowProps extends Pick<TicketTableProps, 'columns' | 'onChoose' | 'actionsOf'> {
  readonly row: TicketRow
  readonly number: number
  readonly isChosen: boolean
  readonly failing: readonly string[] | undefined
  readonly own: OwnColumns | undefined
  readonly place: RowPlace | undefined
}

/** Drawn again only when something about this row changes: choosing one of a hundred leaves the others alone. */
const Row = memo(function Row({ row, number, isChosen, failing, columns, own, onChoose, actionsOf, place }: RowProps) {
  const t = useT()
  const words: CellWords = { t, stay: useStayText(), failing }
  return (
    <tr className={isChosen ? 'is-selected' : ''} {...place}>
      <td className="list-check">
        <Tick
          label={t('records.list.selectRow', [nameOfTicket(row)])}
          isTicked={isChosen}
          onTick={() => onChoose((chosen) => toggled(chosen, row.id))}
        />
      </td>
      <td className="list-number">{number}</td>
      {columns.map((name, column) => (
        <td key={name} className={classOf({ own }, name, column)}>
          <div className="list-cell">{columnOf({ own }, name)?.cell(row, words)}</div>
        </td>
      ))}
      <td className="list-actions">{actionsOf(row)}</td>
    </tr>
  )
})

interface HeadProps extends Pick<TicketTableProps, 'ordering' | 'onOrder'> {
  readonly name: string
  readonly label: string
  readonly className: string
}

function Head({ name, label, className, ordering, onOrder }: HeadProps) {
  const sort = ticketColumns[name]?.sort
  if (sort === undefined)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  const direction = sortDirection(ordering, sort)
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="list-sort" onClick={() => onOrder(nextOrdering(ordering, sort))}>
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

/** The same below 700 px: a card per row. */
export function TicketCards({ rows, chosen, onChoose, failed, actionsOf }: TicketTableProps) {
  const t = useT()
  const stay = useStayText()
  const drawn = rows.slice(0, useGrowing(rows.length, FIRST, PIECE))
  return (
    <ul className="ticket-cards">
      {drawn.map((row) => (
        <li key={keyOf(row)}>
          <div className="ticket-card-head">
            <Checkbox
              aria-label={t('records.list.selectRow', [nameOfTicket(row)])}
              checked={chosen.has(row.id)}
              onChange={() => onChoose((now) => toggled(now, row.id))}
            />
            <TicketTitle row={row} failing={failed.get(row.id)} isWhole />
            <StatusChip line={row} />
          </div>
          <dl>
            <div>
              <dt>{t('queue.column.applicant')}</dt>
              <dd>
                {row.applicant.name} · {row.dept.name}
              </dd>
            </div>
            {row.amount === null ? null : (
              <div>
                <dt>{t('queue.column.amount')}</dt>
                <dd>
                  <MoneyText value={row.amount} />
                </dd>
              </div>
            )}
            {row.current.length === 0 ? null : (
              <div>
                <dt>{t('queue.column.current')}</dt>
                <dd>
                  <CurrentStep current={row.current} withHandlers />
                </dd>
              </div>
            )}
            {row.stayHours === null ? null : (
              <div>
                <dt>{t('queue.column.stayHours')}</dt>
                <dd className={row.isOverdue ? 'is-overdue' : undefined}>{stay(row.stayHours)}</dd>
              </div>
            )}
          </dl>
          <div className="ticket-card-actions">{actionsOf(row)}</div>
        </li>
      ))}
    </ul>
  )
}
