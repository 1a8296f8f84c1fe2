import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import { namesIn, rowOf, typesIn, updatesFrom } from '#src/server/tickets/tables/columns.ts'
import { eventColumns } from '#src/server/tickets/tables/eventColumns.ts'
import { taskColumns } from '#src/server/tickets/tables/taskColumns.ts'
import { columnsOfTicket } from '#src/server/tickets/tables/ticketColumns.ts'
import type { Life } from './life.server.ts'

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Rows sent at once: one statement must not hold the engine for long. */
const portion = 1000

async function inPortions<T>(rows: readonly T[], write: (portion: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += portion) await write(rows.slice(from, from + portion))
}

/** So many fresh ids of tickets, each with an empty row that effects can point at. */
export async function reserveTickets(
  unit: UnitOfWork,
  stories: readonly { readonly applicant: { readonly id: number }; readonly type: string }[],
): Promise<readonly number[]> {
  const wanted = stories.map(({ applicant, type }, place) => ({ place, type, applicant: applicant.id }))
  const { rows } = await sql<{ id: number }>`
    insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, snapshot, created_at, updated_at)
    select 'demo ' || s.place, s.type, v.id, v.content_hash, '', '{}', '', u.id, '{}', u.dept_id, 'draft', '{}', ${unit.clock.now()}, ${unit.clock.now()}
    from jsonb_to_recordset(${json(wanted)}) as s (place int, type text, applicant bigint)
      join workflow w on w.key = s.type join workflow_version v on v.id = w.current_version_id join app_user u on u.id = s.applicant
    order by s.place returning id`.execute(unit.db)
  return rows.map((row) => row.id)
}

/** What a reserved row lacks. The summary line is written with the summaries of all other tickets. */
const ticketColumns = columnsOfTicket([
  'no',
  'versionId',
  'versionHash',
  'title',
  'formData',
  'dataHash',
  'amount',
  'applicant',
  'deptId',
  'thresholds',
  'status',
  'currentKeys',
  'urgency',
  'round',
  'submittedAt',
  'approvedAt',
  'finishedAt',
  'dueAt',
  'snapshot',
  'events',
  'lastHash',
  'revision',
  'createdAt',
  'updatedAt',
])

async function saveTickets(unit: UnitOfWork, histories: readonly Life[]): Promise<void> {
  const rows = histories.map(({ id, ticket }) => ({ id, ...rowOf(ticketColumns, ticket) }))
  await sql`
    update ticket set ${sql.raw(updatesFrom('r', ticketColumns))}
    from jsonb_to_recordset(${json(rows)}) as r (id bigint, ${sql.raw(typesIn(ticketColumns))}) where ticket.id = r.id`.execute(
    unit.db,
  )
}

async function saveEvents(unit: UnitOfWork, histories: readonly Life[]): Promise<void> {
  const rows = histories.flatMap(({ id, rows: log }) =>
    log.map((row) => ({ ticket_id: id, ...rowOf(eventColumns, row) })),
  )
  await inPortions(rows, (some) =>
    sql`
    insert into ticket_event (ticket_id, ${sql.raw(namesIn(eventColumns))})
    select r.* from jsonb_to_recordset(${json(some)}) as r (ticket_id bigint, ${sql.raw(typesIn(eventColumns))})`.execute(
      unit.db,
    ),
  )
}

async function saveTasks(unit: UnitOfWork, histories: readonly Life[]): Promise<void> {
  const rows = histories.flatMap(({ id, tasks }) =>
    [...tasks.values()].map((task) => ({ ticket_id: id, ...rowOf(taskColumns, task) })),
  )
  await inPortions(rows, (some) =>
    sql`
    insert into ticket_task (ticket_id, ${sql.raw(namesIn(taskColumns))})
    select r.* from jsonb_to_recordset(${json(some)}) as r (ticket_id bigint, ${sql.raw(typesIn(taskColumns))})`.execute(
      unit.db,
    ),
  )
  const timers = histories.flatMap(({ id, timers: armed }) =>
    [...armed.values()].map(({ visit, rule, dueAt }) => ({ id, visit, rule, due: dueAt })),
  )
  await sql`
    insert into ticket_timer (ticket_id, visit, rule, due_at)
    select r.* from jsonb_to_recordset(${json(timers)}) as r (id bigint, visit int, rule text, due timestamptz)`.execute(
    unit.db,
  )
}

/** Copies older than this have been read by everybody. */
const unreadDays = 5

async function saveLists(unit: UnitOfWork, histories: readonly Life[]): Promise<void> {
  const now = unit.clock.now()
  const copies = histories.flatMap(({ id, copies: sent }) =>
    [...sent].map(([user, { by, at }]) => ({ id, user, by, at })),
  )
  const old = new Date(now.getTime() - unreadDays * 86_400_000)
  await sql`
    insert into ticket_cc (ticket_id, user_id, by_user, created_at, read_at)
    select r.id, r."user", r.by, r.at, case when r.at < ${old} then r.at + interval '4 hours' end
    from jsonb_to_recordset(${json(copies)}) as r (id bigint, "user" bigint, by bigint, at timestamptz)`.execute(
    unit.db,
  )
  const parts = histories.flatMap(({ id, parts: had }) =>
    [...had.values()].map(({ userId, label, at }) => ({ id, user: userId, label, at })),
  )
  await sql`
    insert into ticket_part (user_id, label, ticket_id, at)
    select r."user", r.label, r.id, r.at from jsonb_to_recordset(${json(parts)}) as r (id bigint, "user" bigint, label text, at timestamptz)`.execute(
    unit.db,
  )
  await sql`
    insert into ticket_part (user_id, label, ticket_id, at)
    select user_id, 'done', ticket_id, read_at from ticket_cc where read_at is not null on conflict do nothing`.execute(
    unit.db,
  )
  const own = histories.flatMap(({ counts }) =>
    [...counts].map(([key, n]) => ({ user: Number(key.split(' ')[0]), label: key.split(' ')[1], n })),
  )
  await sql`
    insert into ticket_count (user_id, label, n)
    select user_id, label, sum(n) from (
      select r."user" as user_id, r.label, r.n from jsonb_to_recordset(${json(own)}) as r ("user" bigint, label text, n int)
      union all select user_id, label, 1 from ticket_part) had
    group by user_id, label having sum(n) <> 0`.execute(unit.db)
}

/** Everything the decisions of these lives would have written. */
export async function saveHistories(unit: UnitOfWork, histories: readonly Life[]): Promise<void> {
  await saveTickets(unit, histories)
  await saveEvents(unit, histories)
  await saveTasks(unit, histories)
  await saveLists(unit, histories)
}
