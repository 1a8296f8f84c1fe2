import { Checkbox } from '@blueprintjs/core'
import { type Dispatch, type ReactNode, type SetStateAction, useCallback, useMemo } from 'react'
import { toggleId } from '#src/client/components/table/choice.ts'
import { type Column, classes } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FIRST, PIECE } from '#src/client/components/table/LongBody.tsx'
import { useGrowing } from '#src/client/components/table/useGrowing.ts'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Density } from '#src/client/records/list/columns.ts'
import { defaultLimit } from '#src/client/records/list/query.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { CurrentStep } from '../actions/People.tsx'
import { nameOfTicket } from '../detail/headline.ts'
import { TicketTitle } from '../detail/TicketTitle.tsx'
import { useStayText } from '../labels.ts'
import { StatusChip } from '../StatusChip.tsx'
import { type ColumnDefinition, type OwnColumns, ticketColumns } from './columns.tsx'
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

/** Pixels of a row. */
const ROW_HEIGHT = 54
const keyOf = ({ id, isCopy }: TicketRow): string => `${id} ${isCopy}`
const idOf = ({ id }: TicketRow): number => id

/** Tickets as rows: sticky first and last column, sortable heads, row numbers (LIST-STD). Urgency and overdue are words and colour, never colour alone. */
export function TicketTable(props: TicketTableProps) {
  const { rows, columns: names, labels, own, failed, ordering, onOrder, chosen, onChoose, actionsOf } = props
  const t = useT()
  const columns = useMemo(
    (): readonly Column<TicketRow>[] => [
      ...names.map((name, index) => {
        const column = ticketColumns[name] ?? own?.columns[name]
        return {
          name,
          head: labels(name),
          className: classes(index === 0 && 'is-first', column?.isWhole === true && 'is-whole') ?? '',
          isRight: column?.isRight === true,
          ...(column?.sort !== undefined && { sort: column.sort }),
          cell: (row: TicketRow) =>
            column === undefined ? null : <Cell row={row} column={column} failing={failed.get(row.id)} />,
        }
      }),
      { name: ' actions', head: t('records.list.actions'), className: 'list-actions', cell: actionsOf },
    ],
    [names, labels, own, failed, actionsOf, t],
  )
  const labelOf = useCallback((row: TicketRow) => t('records.list.selectRow', [nameOfTicket(row)]), [t])
  return (
    <DataTable
      className="list-table ticket-table"
      look={{ interactive: true }}
      region={{ className: `list-scroll is-${props.density}`, label: t('queue.title'), isBusy: props.isFetching }}
      rows={rows}
      keyOf={keyOf}
      columns={columns}
      firstNumber={props.first}
      isGrowing
      long={{ height: ROW_HEIGHT, above: defaultLimit }}
      sort={{ ordering, onOrder: (field) => onOrder(nextOrdering(ordering, field)) }}
      selection={{ chosen, onChoose, idOf, labelOf }}
    />
  )
}

interface CellProps {
  readonly row: TicketRow
  readonly column: ColumnDefinition
  /** Labels of the live figures that fail. */
  readonly failing: readonly string[] | undefined
}

function Cell({ row, column, failing }: CellProps) {
  const t = useT()
  const stay = useStayText()
  return <div className="list-cell">{column.cell(row, { t, stay, failing })}</div>
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
              onChange={() => onChoose((now) => toggleId(now, row.id))}
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
