import type { ReactNode } from 'react'
import { DateText, DictionaryText, MoneyText, NoValue, StateChip } from '#src/client/components/ui/index.ts'
import type { Translate } from '#src/client/platform/i18n/index.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { CurrentStep, Handlers } from '../actions/People.tsx'
import { TicketNo, TicketTitle } from '../detail/TicketTitle.tsx'
import { StatusChip } from '../StatusChip.tsx'

/** What the cells need besides the row. */
export interface CellWords {
  readonly t: Translate
  readonly stay: (hours: number | null) => string
  /** Labels of the live figures that fail. */
  readonly failing: readonly string[] | undefined
}

/** How a column is drawn and sorted. */
export interface ColumnDefinition {
  readonly cell: (row: TicketRow, words: CellWords) => ReactNode
  /** Name of the order on the wire. */
  readonly sort?: string
  readonly isRight?: true
  /** Shown whole or not at all, as figures are: part of a date reads as another one. */
  readonly isWhole?: true
}

/** Columns that only the tickets of one type have. */
export interface OwnColumns {
  readonly type: string
  readonly columns: Readonly<Record<string, ColumnDefinition>>
}

/** The columns of 20.6 by name. */
export const ticketColumns: Readonly<Record<string, ColumnDefinition>> = {
  no: { sort: 'no', cell: (row) => <TicketNo row={row} /> },
  title: { sort: 'title', cell: (row, { failing }) => <TicketTitle row={row} failing={failing} /> },
  type: { sort: 'type', cell: (row, { t }) => t(`applications.${row.type}.title`) },
  group: { cell: (row) => <DictionaryText dictionary="ticketGroup" value={row.group} /> },
  applicant: { cell: (row) => row.applicant.name },
  dept: { cell: (row) => row.dept.name },
  amount: { sort: 'amount', isRight: true, cell: (row) => <MoneyText value={row.amount} /> },
  urgency: {
    sort: 'urgency',
    cell: (row) =>
      row.urgency === 'normal' ? (
        <DictionaryText dictionary="urgency" value={row.urgency} />
      ) : (
        <StateChip dictionary="urgency" value={row.urgency} />
      ),
  },
  status: { sort: 'status', cell: (row) => <StatusChip line={row} /> },
  current: { cell: (row) => <CurrentStep current={row.current} /> },
  handlers: { cell: (row) => <Handlers current={row.current} /> },
  submittedAt: { sort: 'submittedAt', isWhole: true, cell: (row) => <DateText value={row.submittedAt} /> },
  stayHours: { isRight: true, cell: (row, { stay }) => (row.stayHours === null ? <NoValue /> : stay(row.stayHours)) },
  dueAt: {
    sort: 'dueAt',
    isWhole: true,
    cell: (row) => (
      <span className={row.isOverdue ? 'is-overdue' : undefined}>
        <DateText value={row.dueAt} />
      </span>
    ),
  },
  round: { sort: 'round', isRight: true, cell: (row) => row.round },
  decision: {
    cell: (row, { t }) =>
      row.decision === null ? (
        <NoValue />
      ) : (
        <span title={row.decision.comment}>{t(`ticket.outcome.${row.decision.outcome}`)}</span>
      ),
  },
}
