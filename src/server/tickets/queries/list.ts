import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SlotOutcome } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { momentText } from '#src/define/days.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { Executor } from '#src/define/server.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import type { TicketListName } from '#src/define/tickets/lists.ts'
import type { FormData } from '#src/fields/field.ts'
import { only } from '#src/server/database/only.ts'
import { loadLookups, pick, withLabels } from '#src/server/records/lookups.ts'
import { isBatchable } from '../commands/batch.ts'
import { seenForm } from '../forms/forms.ts'
import { countTickets, openTasks, unreadCopies } from './counts.ts'
import { type ListedRow, lineColumns, linesOf, type Reader, stateName } from './lines.ts'
import { type Condition, conditionsOf, type ExportQuery, type FilterQuery, type ListQuery } from './listQuery.ts'
import { inRegister } from './visibility.ts'

const toSubmit = sql.raw(`('draft', 'returned', 'withdrawn')`)
const submitted = sql.raw(`('running', 'handling', 'completed', 'rejected', 'voided')`)

/** Where the rows of a list come from. */
export interface Source {
  /** Rows `s` with the ticket and what they are sorted by. */
  readonly from: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

const part = (userId: number, label: TicketListName): Source => ({
  from: sql`(select ticket_id, at, false as is_copy, null::text as slot, null::text as state from ticket_part where user_id = ${userId} and label = ${label})`,
  order: sql`s.at desc, s.ticket_id desc`,
})
const own = (userId: number, statuses: RawBuilder<unknown> | null): Source => ({
  from: sql`(select id as ticket_id, updated_at, false as is_copy, null::text as slot, null::text as state from ticket
    where applicant_id = ${userId} and deleted_at is null ${statuses === null ? sql`` : sql`and status in ${statuses}`})`,
  order: sql`s.updated_at desc, s.ticket_id desc`,
})

/** `top`: only the first so many are wanted, in the label's own order. */
export function sourceOf(
  access: Access,
  { label, type }: Pick<FilterQuery, 'label' | 'type'>,
  top: number | null,
): Source {
  const { userId } = access
  switch (label) {
    case 'pendingApproval':
      return {
        from: sql`(select ticket_id, urgency, due_at, false as is_copy, slot, state from (${openTasks(userId, 'approve', top)}) a)`,
        order: sql`s.urgency desc, s.due_at, s.ticket_id`,
      }
    case 'todo':
      return {
        from: sql`(select ticket_id, urgency, due_at, false as is_copy, slot, state, null::timestamptz as at from (${openTasks(userId, 'handle', top)}) h
          union all select ticket_id, -1, null, true, null, null, created_at from (${unreadCopies(userId, top)}) c)`,
        order: sql`s.urgency desc, s.due_at, s.at desc, s.ticket_id`,
      }
    case 'toSubmit':
      return own(userId, toSubmit)
    case 'submitted':
      return own(userId, submitted)
    case 'mine':
      return own(userId, null)
    case 'register':
      return {
        from: sql`(select t.id as ticket_id, t.submitted_at, false as is_copy, null::text as slot, null::text as state from ticket t
          where ${inRegister(access, type)})`,
        order: sql`s.submitted_at desc, s.ticket_id desc`,
      }
    default:
      return part(userId, label)
  }
}

const sortable: Readonly<Record<string, string>> = {
  no: 't.no',
  title: 't.title',
  type: 't.type',
  amount: 't.amount',
  status: 't.status',
  round: 't.round',
  dueAt: 't.due_at',
  submittedAt: 't.submitted_at',
  updatedAt: 't.updated_at',
  createdAt: 't.created_at',
  urgency: `array_position(array['normal', 'urgent', 'critical'], t.urgency)`,
}

function orderOf(source: Source, ordering: string | undefined): RawBuilder<unknown> {
  if (ordering === undefined) return source.order
  const column = sortable[ordering.replace(/^-/, '')]
  if (column === undefined) throw new ValidationError({ ordering: [{ key: 'check.unknown' }] })
  return sql`${sql.raw(column)} ${sql.raw(ordering.startsWith('-') ? 'desc' : 'asc')} nulls last, s.ticket_id desc`
}

export interface FoundRow extends ListedRow {
  readonly slot: string | null
  readonly taskState: string | null
  readonly isCopy: boolean
  readonly formData: FormData
  readonly mustSign: boolean
}

/** What of a list is read: its filters, its order, and how many rows from where. */
interface Wanted {
  readonly query: FilterQuery & { readonly ordering?: string | undefined }
  readonly limit: number
  readonly offset: number
}

/** The filters as one condition on alias `t`, and the rows that they filter; `top` as in `sourceOf`. */
export function narrowList(reader: Reader, access: Access, query: FilterQuery, top: number | null = null) {
  const conditions = conditionsOf(reader, access.userId, query)
  const isPlain = conditions.length === 0
  return {
    isPlain,
    source: sourceOf(access, query, isPlain ? top : null),
    where: isPlain ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`,
  }
}

async function findRows(reader: Reader, access: Access, { query, limit, offset }: Wanted, more: Condition | null) {
  const top = query.ordering === undefined && more === null ? offset + limit : null
  const { source, where } = narrowList(reader, access, query, top)
  const { rows } = await sql<FoundRow>`
    select ${lineColumns}, s.slot, s.state as task_state, s.is_copy, coalesce(k.must_sign, false) as must_sign, ${query.type.length === 1 ? sql`t.form_data` : sql`null::jsonb`} as form_data
    from ${source.from} s join ticket t on t.id = s.ticket_id left join ticket_task k on k.ticket_id = s.ticket_id and k.slot = s.slot
    where ${where} ${more === null ? sql`` : sql`and ${more}`} order by ${orderOf(source, query.ordering)}
    limit ${limit} offset ${offset}`.execute(reader.unit.db)
  return rows
}

/** The page of a label, in its order; without filters its length is the counter's (HOM-02). */
export async function listTickets(reader: Reader, access: Access, query: ListQuery): Promise<ListAnswer<TicketRow>> {
  const { unit } = reader
  const { label, page, limit } = query
  const rows = await findRows(reader, access, { query, limit, offset: (page - 1) * limit }, null)
  const { isPlain, source, where } = narrowList(reader, access, query)
  const total =
    isPlain && label !== 'mine' && label !== 'register'
      ? (await countTickets(unit.db, access.userId))[label]
      : await countFound(unit.db, source, where)
  return new ListAnswer(await rowsOf(reader, access, label, rows), { page, limit, total })
}

const chosenBy = ({ ids }: ExportQuery): Condition | null =>
  ids.length > 0 ? sql<SqlBool>`t.id = any(${ids}::bigint[])` : null

/** Everything the filters find, as lists show it, at most so many. */
export async function findLines(reader: Reader, access: Access, query: ExportQuery, limit: number) {
  return linesOf(reader, await findRows(reader, access, { query, limit, offset: 0 }, chosenBy(query)))
}

/** How many the filters find, at most so many. */
export async function countUpTo(reader: Reader, access: Access, query: ExportQuery, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select from (${foundIds(reader, access, query)}) found limit ${limit}) part`.execute(
    reader.unit.db,
  )
  return only(rows).n
}

/** `select position, row_id` of everything the filters find, in the order of the list. */
export function foundIds(reader: Reader, access: Access, query: ExportQuery): RawBuilder<unknown> {
  const { source, where } = narrowList(reader, access, query)
  const chosen = chosenBy(query)
  return sql`select row_number() over (order by ${orderOf(source, query.ordering)}) as position, t.id as row_id
    from ${source.from} s join ticket t on t.id = s.ticket_id where ${where} ${chosen === null ? sql`` : sql`and ${chosen}`}`
}

async function countFound(db: Executor, source: Source, where: Condition): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${source.from} s join ticket t on t.id = s.ticket_id where ${where}`.execute(db)
  return only(rows).n
}

interface DecisionRow {
  readonly ticketId: number
  readonly outcome: SlotOutcome
  readonly state: string
  readonly comment: string
  readonly decidedAt: Date
}

/** My latest decision on each ticket. */
async function decisionsOf(
  { unit }: Reader,
  userId: number,
  label: TicketListName,
  ids: readonly number[],
): Promise<readonly DecisionRow[]> {
  if (ids.length === 0 || (label !== 'approved' && label !== 'done')) return []
  const { rows } = await sql<DecisionRow>`
    select distinct on (ticket_id) ticket_id, outcome, state, comment, decided_at from ticket_task
    where ticket_id = any(${[...ids]}::bigint[]) and decided_by = ${userId} and kind = ${label === 'approved' ? 'approve' : 'handle'}
    order by ticket_id, decided_at desc`.execute(unit.db)
  return rows
}

export async function rowsOf(
  reader: Reader,
  access: Access,
  label: TicketListName,
  rows: readonly FoundRow[],
): Promise<readonly TicketRow[]> {
  const { engine, unit, language } = reader
  const lines = new Map((await linesOf(reader, rows)).map((line) => [line.id, line]))
  const decisions = await decisionsOf(
    reader,
    access.userId,
    label,
    rows.map((row) => row.id),
  )
  const forms = await columnsOf(reader, access, rows)
  const shown = rows.map(async (row, index): Promise<readonly TicketRow[]> => {
    const line = lines.get(row.id)
    if (!line) return []
    const version = await engine.versions.byId(unit.db, row.versionId)
    const state = version.definition.states.find((one) => one.key === row.taskState)
    const isFree = !line.current.some((current) => current.handlers.some((handler) => handler.isClaimed))
    const decision = decisions.find((one) => one.ticketId === row.id)
    return [
      {
        ...line,
        formData: forms[index] ?? null,
        isClaimable: state?.claim === true && isFree,
        isBatchable: state !== undefined && isBatchable(state, row.mustSign),
        isCopy: row.isCopy,
        decision: decision ? decisionOf(decision, stateName(version, decision.state, language)) : null,
      },
    ]
  })
  return (await Promise.all(shown)).flat()
}

const decisionOf = ({ outcome, state, comment, decidedAt }: DecisionRow, name: string): TicketRow['decision'] => ({
  outcome,
  state,
  name,
  comment,
  at: momentText(decidedAt),
})

/** Key business columns of a list of one type (APP-SHELL Mine), with names beside ids. */
async function columnsOf(reader: Reader, access: Access, rows: readonly FoundRow[]): Promise<readonly FormData[]> {
  const { engine, unit, language } = reader
  const first = rows[0]
  const application = first?.formData ? engine.applications.get(first.type) : undefined
  if (!first || !application) return []
  const { fields } = await engine.versions.byId(unit.db, first.versionId)
  const shown = pick(fields, application.columns)
  const values = rows.map((row) =>
    Object.fromEntries(application.columns.map((name) => [name, row.formData[name] ?? null])),
  )
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, shown, values)
  return values.map((form) => withLabels(shown, seenForm(engine, shown, form, access), lookups))
}
