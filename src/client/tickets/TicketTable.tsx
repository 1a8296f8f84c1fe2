import { HTMLTable, Tag } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router-dom'
import { FieldText } from '#src/client/forms/FieldInput.tsx'
import { useNarrow } from '#src/client/forms/useNarrow.ts'
import { useT } from '#src/client/i18n/index.ts'
import { DateText, MoneyText, NoValue, StateChip } from '#src/client/ui/index.ts'
import type { TicketRow } from '#src/define/tickets.ts'
import type { Fields } from '#src/fields/field.ts'
import { useFormLabels, useStayText } from './labels.ts'
import { CurrentStep } from './People.tsx'

/** Pixels below which rows become cards. */
const CARDS_BELOW = 700

interface TicketTableProps {
  readonly rows: readonly TicketRow[]
  /** Key columns of a list of one type (APP-SHELL Mine). */
  readonly own?: { readonly type: string; readonly fields: Fields; readonly columns: readonly string[] }
  readonly showApplicant?: boolean
  readonly rowActions?: (row: TicketRow) => ReactNode
}

/** Tickets as rows; on a phone as cards. Urgency and overdue are words and colour, never colour alone. */
export function TicketTable(props: TicketTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, CARDS_BELOW)
  return <div ref={box}>{isNarrow ? <Cards {...props} /> : <Table {...props} />}</div>
}

function Table({ rows, own, showApplicant = true, rowActions }: TicketTableProps) {
  const t = useT()
  const labels = useFormLabels(own?.type ?? '')
  const stay = useStayText()
  return (
    <section className="list-scroll" tabIndex={0} aria-label={t('tickets.queue.title')}>
      <HTMLTable className="list-table ticket-table">
        <thead>
          <tr>
            <th scope="col">{t('tickets.column.title')}</th>
            {showApplicant ? <th scope="col">{t('tickets.column.applicant')}</th> : null}
            {own?.columns.map((name) => (
              <th key={name} scope="col" className={own.fields[name]?.kind === 'money' ? 'is-right' : undefined}>
                {labels(name)}
              </th>
            ))}
            {own ? null : (
              <th scope="col" className="is-right">
                {t('tickets.column.amount')}
              </th>
            )}
            <th scope="col">{t('tickets.column.status')}</th>
            <th scope="col">{t('tickets.column.current')}</th>
            <th scope="col">{t('tickets.column.submittedAt')}</th>
            <th scope="col">{t('tickets.column.stay')}</th>
            <th scope="col">{t('tickets.column.dueAt')}</th>
            {rowActions ? <th scope="col" className="list-actions" aria-label={t('tickets.action.more')} /> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <TicketTitle row={row} />
              </td>
              {showApplicant ? (
                <td>
                  {row.applicant.name}
                  <span className="ticket-soft"> {row.dept.name}</span>
                </td>
              ) : null}
              {own?.columns.map((name) => {
                const field = own.fields[name]
                return (
                  <td key={name} className={field?.kind === 'money' ? 'is-right' : undefined}>
                    {field ? (
                      <FieldText
                        field={field}
                        name={name}
                        value={row.formData?.[name]}
                        row={row.formData ?? {}}
                        labels={labels}
                      />
                    ) : null}
                  </td>
                )
              })}
              {own ? null : (
                <td className="is-right">
                  <MoneyText value={row.amount} />
                </td>
              )}
              <td>
                <StateChip dictionary="ticketStatus" value={row.status} />
              </td>
              <td>
                <CurrentStep current={row.current} />
              </td>
              <td>
                <DateText value={row.submittedAt} />
              </td>
              <td>{row.stayHours === null ? <NoValue /> : stay(row.stayHours)}</td>
              <td className={row.isOverdue ? 'is-overdue' : undefined}>
                <DateText value={row.dueAt} />
              </td>
              {rowActions ? <td className="list-actions">{rowActions(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </section>
  )
}

/** Title with its number, urgency and the mark of a copy; the link into the ticket. */
export function TicketTitle({ row }: { readonly row: TicketRow }) {
  const t = useT()
  return (
    <span className="ticket-title">
      <span className="ticket-title-line">
        <Link to={`/workflow/ticket/${row.id}`}>{row.title}</Link>
        {row.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={row.urgency} />}
        {row.isCopy ? (
          <Tag minimal round>
            {t('tickets.copy')}
          </Tag>
        ) : null}
      </span>
      <span className="ticket-no">{row.no}</span>
    </span>
  )
}

function Cards({ rows, showApplicant = true, rowActions }: TicketTableProps) {
  const t = useT()
  const stay = useStayText()
  return (
    <ul className="ticket-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="ticket-card-head">
            <TicketTitle row={row} />
            <StateChip dictionary="ticketStatus" value={row.status} />
          </div>
          <dl>
            {showApplicant ? (
              <div>
                <dt>{t('tickets.column.applicant')}</dt>
                <dd>
                  {row.applicant.name} · {row.dept.name}
                </dd>
              </div>
            ) : null}
            {row.amount === null ? null : (
              <div>
                <dt>{t('tickets.column.amount')}</dt>
                <dd>
                  <MoneyText value={row.amount} />
                </dd>
              </div>
            )}
            {row.current.length === 0 ? null : (
              <div>
                <dt>{t('tickets.column.current')}</dt>
                <dd>
                  <CurrentStep current={row.current} />
                </dd>
              </div>
            )}
            {row.stayHours === null ? null : (
              <div>
                <dt>{t('tickets.column.stay')}</dt>
                <dd className={row.isOverdue ? 'is-overdue' : undefined}>{stay(row.stayHours)}</dd>
              </div>
            )}
          </dl>
          {rowActions ? <div className="ticket-card-actions">{rowActions(row)}</div> : null}
        </li>
      ))}
    </ul>
  )
}
