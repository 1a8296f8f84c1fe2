import { Checkbox, HTMLTable } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon, DoubleCaretVerticalIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { FieldText } from '#src/client/forms/FieldInput.tsx'
import { clientOf } from '#src/client/forms/registry.ts'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { useT } from '#src/client/i18n/index.ts'
import type { Density } from '#src/client/records/columns.ts'
import { sortDirection } from '#src/client/records/query.ts'
import { MoneyText, StateChip } from '#src/client/ui/index.ts'
import type { TicketRow } from '#src/define/tickets.ts'
import type { Fields } from '#src/fields/field.ts'
import { type CellWords, ticketColumns } from './columns.tsx'
import { useFormLabels, useStayText } from './labels.ts'
import { nextOrdering } from './listFilters.ts'
import { CurrentStep } from './People.tsx'
import { TicketTitle } from './TicketTitle.tsx'

export interface TicketTableProps {
  readonly rows: readonly TicketRow[]
  /** Names out of 20.6, and key columns of the one type as `form.<field>`. */
  readonly columns: readonly string[]
  readonly labels: (name: string) => string
  /** Fields of the one type (APP-SHELL Mine). */
  readonly own?: { readonly type: string; readonly fields: Fields }
  readonly ordering: string
  readonly onOrder: (ordering: string) => void
  /** Number of the first row. */
  readonly first: number
  readonly density: Density
  readonly isFetching: boolean
  readonly failed: CellWords['failed']
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (chosen: ReadonlySet<number>) => void
  readonly actionsOf: (row: TicketRow) => ReactNode
}

/** The field behind a column `form.<field>`. */
const ownField = ({ own }: Pick<TicketTableProps, 'own'>, name: string) =>
  name.startsWith('form.') ? own?.fields[name.slice(5)] : undefined

function isRight(props: Pick<TicketTableProps, 'own'>, name: string): boolean {
  const field = ownField(props, name)
  return ticketColumns[name]?.isRight === true || (field !== undefined && clientOf(field).align === 'right')
}
const classOf = (props: Pick<TicketTableProps, 'own'>, name: string, index: number): string =>
  [index === 0 ? 'is-first' : '', isRight(props, name) ? 'is-right' : ''].filter((part) => part !== '').join(' ')

/** The set with a row taken in or out. */
export function toggled(chosen: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Tickets as rows: sticky first and last column, sortable heads, row numbers (LIST-STD). Urgency and overdue are words and colour, never colour alone. */
export function TicketTable(props: TicketTableProps) {
  const { rows, columns, labels, chosen, onChoose, actionsOf } = props
  const t = useT()
  const all = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  return (
    <ScrollRegion
      className={`list-scroll is-${props.density}`}
      label={t('tickets.queue.title')}
      isBusy={props.isFetching}
    >
      <HTMLTable className="list-table ticket-table" interactive>
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
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.id} ${row.isCopy}`} className={chosen.has(row.id) ? 'is-selected' : ''}>
              <td className="list-check">
                <Checkbox
                  aria-label={t('records.list.selectRow', [row.title])}
                  checked={chosen.has(row.id)}
                  onChange={() => onChoose(toggled(chosen, row.id))}
                />
              </td>
              <td className="list-number">{props.first + index}</td>
              {columns.map((name, column) => (
                <td key={name} className={classOf(props, name, column)}>
                  <div className="list-cell">
                    <Cell {...props} row={row} name={name} />
                  </div>
                </td>
              ))}
              <td className="list-actions">{actionsOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </ScrollRegion>
  )
}

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

interface CellProps extends Pick<TicketTableProps, 'own' | 'failed'> {
  readonly row: TicketRow
  readonly name: string
}

function Cell({ row, name, own, failed }: CellProps) {
  const t = useT()
  const stay = useStayText()
  const ownLabels = useFormLabels(own?.type ?? '')
  const field = ownField({ ...(own && { own }) }, name)
  if (field === undefined) return <>{ticketColumns[name]?.cell(row, { t, stay, failed }) ?? null}</>
  const key = name.slice(5)
  const form = row.formData ?? {}
  return <FieldText field={field} name={key} value={form[key]} row={form} labels={ownLabels} />
}

/** The same below 700 px: a card per row. */
export function TicketCards({ rows, chosen, onChoose, failed, actionsOf }: TicketTableProps) {
  const t = useT()
  const stay = useStayText()
  return (
    <ul className="ticket-cards">
      {rows.map((row) => (
        <li key={`${row.id} ${row.isCopy}`}>
          <div className="ticket-card-head">
            <Checkbox
              aria-label={t('records.list.selectRow', [row.title])}
              checked={chosen.has(row.id)}
              onChange={() => onChoose(toggled(chosen, row.id))}
            />
            <TicketTitle row={row} failing={failed.get(row.id)} isWhole />
            <StateChip dictionary="ticketStatus" value={row.status} />
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
