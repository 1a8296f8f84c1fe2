import { sql } from 'kysely'
import type { Text } from '#machines/ticket/definition/definition.ts'
import { tasksOf } from '#machines/ticket/engine/projection.ts'
import { lapseOf } from '#machines/ticket/engine/returns.ts'
import type { TicketContext, TicketStatus } from '#machines/ticket/engine/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Caller, Executor, UnitOfWork } from '#src/define/server.ts'
import type { CurrentState, PersonRef, TicketLine } from '#src/define/tickets/line.ts'
import { isAutomaticTitle, titleIn } from '../summary/line.ts'
import { isToSubmit } from '../ticket.ts'
import type { Engine } from '../versions/engine.ts'
import type { Version } from '../versions/versions.ts'

/** Columns of a ticket row that lists show. */
export interface LineRow {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly versionId: number
  readonly title: string
  readonly summary: Text | null
  readonly status: TicketStatus
  readonly urgency: string
  readonly applicantId: number
  readonly deptId: number
  readonly amount: string | null
  readonly currentKeys: readonly string[]
  readonly submittedAt: Date | null
  readonly updatedAt: Date
  readonly dueAt: Date | null
  readonly round: number
  readonly revision: number
}

/** A row of a list: without its snapshot, but for what its status alone does not say. */
export interface ListedRow extends LineRow {
  /** Key of the state whose clock closed the ticket. */
  readonly lapsedState: string | null
}

/** The same columns for SQL, of alias `t`. */
export const lineColumns = sql.raw(
  `case when t.status = 'withdrawn' then (select v ->> 'state' from jsonb_array_elements(t.snapshot -> 'context' -> 'visits') v
    where v ->> 'rule' = 'timeout' and v ->> 'outcome' = 'withdrawn' and (v ->> 'round')::int = t.round limit 1) end as lapsed_state,
  t.id, t.no, t.type, t.version_id, t.title, t.summary, t.status, t.urgency, t.applicant_id, t.dept_id, t.amount, t.current_keys,
  t.submitted_at, t.updated_at, t.due_at, t.round, t.revision`,
)

/** Who reads, and in which language. */
export interface Reader {
  readonly engine: Engine
  readonly unit: UnitOfWork
  readonly language: Language
}

/** A request as far as tickets need it. */
export interface TicketRequest {
  readonly unit: UnitOfWork
  readonly access: Access
  readonly language: Language
  readonly caller: Caller
}
/** The reader of a request. */
export type ReaderOf = (request: Pick<TicketRequest, 'unit' | 'language'>) => Reader

/** A person with an open task of a ticket. */
interface Handler {
  readonly state: string
  readonly assigneeId: number
  readonly onBehalfOf: number | null
  readonly isClaimed: boolean
  /** Milliseconds since 1970. */
  readonly openedAt: number
}

/** Who handles these tickets now. */
async function handlersOf(
  db: Executor,
  rows: readonly LineRow[],
): Promise<readonly (Handler & { readonly ticketId: number })[]> {
  const moving = rows.filter((row) => row.currentKeys.length > 0).map((row) => row.id)
  if (moving.length === 0) return []
  const { rows: found } = await sql<Handler & { readonly ticketId: number }>`
    select ticket_id, state, assignee_id, on_behalf_of, is_claimed, (extract(epoch from opened_at) * 1000)::float8 as opened_at
    from ticket_task where ticket_id = any(${moving}::bigint[]) and status = 'open' order by ticket_id, slot`.execute(
    db,
  )
  return found
}

/** The same of one ticket, by where it stands. */
const handlersIn = (context: TicketContext): readonly Handler[] =>
  tasksOf(context)
    .filter(({ status }) => status === 'open')
    .map(({ state, holder, onBehalfOf, isClaimed, openedAt }) => ({
      state,
      assigneeId: holder,
      onBehalfOf,
      isClaimed,
      openedAt: new Date(openedAt ?? 0).getTime(),
    }))

export const textOrNull = (moment: Date | null): string | null => (moment === null ? null : momentText(moment))

/** The name of a state in the reader's language; its key when the version has no such state. */
export function stateName(version: Pick<Version, 'definition'>, key: string, language: Language): string {
  return version.definition.states.find((state) => state.key === key)?.name[language] ?? key
}

const HOUR = 3_600_000

const namedIn = (row: LineRow, handlers: readonly Handler[]): readonly number[] => [
  row.applicantId,
  ...handlers.flatMap(({ assigneeId, onBehalfOf }) => (onBehalfOf === null ? [assigneeId] : [assigneeId, onBehalfOf])),
]

/** Rows as lists show them, with handlers and names in two queries at most for any number of rows. */
export async function linesOf(reader: Reader, rows: readonly ListedRow[]): Promise<readonly TicketLine[]> {
  const { engine, unit } = reader
  const handlers = await handlersOf(unit.db, rows)
  const byTicket = new Map(rows.map((row) => [row.id, [] as Handler[]]))
  for (const handler of handlers) byTicket.get(handler.ticketId)?.push(handler)
  const own = ({ id }: LineRow): readonly Handler[] => byTicket.get(id) ?? []
  const { names } = engine.records.services
  const named = await names.of(
    unit.db,
    reader.language,
    rows.flatMap((row) => namedIn(row, own(row))),
  )
  return Promise.all(
    rows.map(async (row) =>
      lineOf(reader, row, await engine.versions.byId(unit.db, row.versionId), own(row), named, row.lapsedState),
    ),
  )
}

/** A ticket as lists show it, without a query when those it names are known. */
export async function lineIn(
  reader: Reader,
  row: LineRow,
  version: Version,
  context: TicketContext,
): Promise<TicketLine> {
  const handlers = handlersIn(context)
  const named = await reader.engine.records.services.names.of(reader.unit.db, reader.language, namedIn(row, handlers))
  const lapsed = row.status === 'withdrawn' ? (lapseOf(context)?.state ?? null) : null
  return lineOf(reader, row, version, handlers, named, lapsed)
}

function lineOf(
  { engine, unit, language }: Reader,
  row: LineRow,
  version: Version,
  handlers: readonly Handler[],
  names: ReadonlyMap<number, string>,
  lapsed: string | null,
): TicketLine {
  const ref = (id: number): PersonRef => ({ id, name: names.get(id) ?? '' })
  const now = unit.clock.now()
  const department = engine.records.services.directory.department(row.deptId)
  const opened = isToSubmit(row.status) ? [row.updatedAt.getTime()] : handlers.map((handler) => handler.openedAt)
  return {
    id: row.id,
    no: row.no,
    type: row.type,
    group: version.definition.group,
    title: titleIn(engine.texts, language, row, names.get(row.applicantId) ?? ''),
    hasOwnTitle: !isAutomaticTitle(engine.texts, row),
    summary: row.summary?.[language] || null,
    status: row.status,
    urgency: row.urgency,
    applicant: ref(row.applicantId),
    dept: { id: row.deptId, name: (language === 'en' ? department?.nameEn : '') || (department?.name ?? '') },
    amount: row.amount,
    current: row.currentKeys.map(
      (key): CurrentState => ({
        state: key,
        name: stateName(version, key, language),
        kind: version.definition.states.find((state) => state.key === key)?.kind ?? 'approve',
        handlers: handlers
          .filter((handler) => handler.state === key)
          .map((handler) => ({
            ...ref(handler.assigneeId),
            isClaimed: handler.isClaimed,
            onBehalfOf: handler.onBehalfOf === null ? null : ref(handler.onBehalfOf),
          })),
      }),
    ),
    submittedAt: textOrNull(row.submittedAt),
    updatedAt: momentText(row.updatedAt),
    dueAt: textOrNull(row.dueAt),
    lapsedIn: lapsed === null ? null : stateName(version, lapsed, language),
    isOverdue: row.dueAt !== null && row.dueAt < now,
    stayHours: opened.length === 0 ? null : Math.floor((now.getTime() - Math.min(...opened)) / HOUR),
    round: row.round,
    version: row.revision,
  }
}
