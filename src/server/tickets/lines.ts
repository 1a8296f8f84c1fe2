import { sql } from 'kysely'
import type { TicketStatus } from '#machines/ticket/vocabulary.ts'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { Base, Caller, Executor } from '#src/define/server.ts'
import type { CurrentState, PersonRef, TicketLine } from '#src/define/tickets.ts'
import type { Engine } from './engine.ts'
import { isToSubmit } from './ticket.ts'
import type { Version } from './versions.ts'

/** Columns of a ticket row that lists show. */
export interface LineRow {
  readonly id: number
  readonly no: string
  readonly type: string
  readonly versionId: number
  readonly title: string
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

/** The same columns for SQL, of alias `t`. */
export const lineColumns = sql.raw(
  `t.id, t.no, t.type, t.version_id, t.title, t.status, t.urgency, t.applicant_id, t.dept_id, t.amount, t.current_keys,
  t.submitted_at, t.updated_at, t.due_at, t.round, t.revision`,
)

/** Who reads, and in which language. */
export interface Reader {
  readonly engine: Engine
  readonly base: Base
  readonly language: Language
}

/** A request as far as tickets need it. */
export interface Asked {
  readonly base: Base
  readonly access: Access
  readonly language: Language
  readonly caller: Caller
}
/** The reader of a request. */
export type ReaderOf = (asked: Pick<Asked, 'base' | 'language'>) => Reader

interface Handler {
  readonly ticketId: number
  readonly state: string
  readonly assigneeId: number
  readonly onBehalfOf: number | null
  readonly isClaimed: boolean
  /** Milliseconds since 1970. */
  readonly openedAt: number
}

interface Concerned {
  readonly handlers: readonly Handler[]
  /** By id. */
  readonly names: Readonly<Record<number, string>>
}

/** Who handles these tickets now, with the names of handlers and applicants: one query, since every decision answers with it. */
async function concernedBy(db: Executor, rows: readonly LineRow[]): Promise<Concerned> {
  const moving = rows.filter((row) => row.currentKeys.length > 0).map((row) => row.id)
  const { rows: found } = await sql<Concerned>`
    with handler as (
      select ticket_id, slot, state, assignee_id, on_behalf_of, is_claimed, (extract(epoch from opened_at) * 1000)::bigint as opened_at
      from ticket_task where ticket_id = any(${moving}::bigint[]) and status = 'open'
    ), person as (
      select unnest(${rows.map((row) => row.applicantId)}::bigint[]) as id
      union select assignee_id from handler union select on_behalf_of from handler
    )
    select
      coalesce((select json_agg(json_build_object('ticketId', ticket_id, 'state', state, 'assigneeId', assignee_id,
        'onBehalfOf', on_behalf_of, 'isClaimed', is_claimed, 'openedAt', opened_at) order by ticket_id, slot) from handler), '[]') as handlers,
      coalesce((select json_object_agg(u.id, u.name) from app_user u join person p on p.id = u.id), '{}') as names`.execute(
    db.withoutPlugins(),
  )
  return found[0] ?? { handlers: [], names: {} }
}

export const textOrNull = (moment: Date | null): string | null => (moment === null ? null : momentText(moment))

/** The name of a state in the reader's language; its key when the version has no such state. */
export function stateName(version: Pick<Version, 'definition'>, key: string, language: Language): string {
  return version.definition.states.find((state) => state.key === key)?.name[language] ?? key
}

const HOUR = 3_600_000

/** Rows as lists show them, with handlers and names in one query for any number of rows. */
export async function linesOf(
  { engine, base, language }: Reader,
  rows: readonly LineRow[],
): Promise<readonly TicketLine[]> {
  if (rows.length === 0) return []
  const { handlers, names } = await concernedBy(base.db, rows)
  const ref = (id: number): PersonRef => ({ id, name: names[id] ?? '' })
  const now = base.clock.now()
  return Promise.all(
    rows.map(async (row): Promise<TicketLine> => {
      const version = await engine.versions.byId(base.db, row.versionId)
      const own = handlers.filter((handler) => handler.ticketId === row.id)
      const department = engine.records.services.directory.department(row.deptId)
      const opened = isToSubmit(row.status) ? [row.updatedAt.getTime()] : own.map((handler) => handler.openedAt)
      return {
        id: row.id,
        no: row.no,
        type: row.type,
        group: version.definition.group,
        title: row.title,
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
            handlers: own
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
        isOverdue: row.dueAt !== null && row.dueAt < now,
        stayHours: opened.length === 0 ? null : Math.floor((now.getTime() - Math.min(...opened)) / HOUR),
        round: row.round,
        version: row.revision,
      }
    }),
  )
}
