import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { logRow } from '#src/server/tickets/commands/save.ts'
import type { Life } from './life.server.ts'

const json = (rows: readonly unknown[]) => sql`${JSON.stringify(rows)}::jsonb`

/** Rows sent at once: one statement must not hold the engine for long. */
const portion = 1000

async function inPortions<T>(rows: readonly T[], write: (portion: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += portion) await write(rows.slice(from, from + portion))
}

/** So many fresh ids of tickets, each with an empty row that effects can point at. */
export async function reserveTickets(
  base: Base,
  stories: readonly { readonly applicant: { readonly id: number }; readonly type: string }[],
): Promise<readonly number[]> {
  const wanted = stories.map(({ applicant, type }, place) => ({ place, type, applicant: applicant.id }))
  const { rows } = await sql<{ id: number }>`
    insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, snapshot, created_at, updated_at)
    select 'demo ' || s.place, s.type, v.id, v.content_hash, '', '{}', '', u.id, '{}', u.dept_id, 'draft', '{}', ${base.clock.now()}, ${base.clock.now()}
    from jsonb_to_recordset(${json(wanted)}) as s (place int, type text, applicant bigint)
      join workflow w on w.key = s.type join workflow_version v on v.id = w.current_version_id join app_user u on u.id = s.applicant
    order by s.place returning id`.execute(base.db)
  return rows.map((row) => row.id)
}

async function saveTickets(base: Base, histories: readonly Life[]): Promise<void> {
  const rows = histories.map(({ ticket: t }) => ({
    id: t.id,
    no: t.no,
    version_id: t.versionId,
    version_hash: t.versionHash,
    title: t.title,
    form_data: t.formData,
    data_hash: t.dataHash,
    amount: t.amount,
    applicant: t.applicant,
    dept_id: t.deptId,
    thresholds: t.thresholds,
    status: t.status,
    current_keys: t.currentKeys,
    urgency: t.urgency,
    round: t.round,
    submitted_at: t.submittedAt,
    approved_at: t.approvedAt,
    finished_at: t.finishedAt,
    due_at: t.dueAt,
    snapshot: t.snapshot,
    events: t.events,
    last_hash: t.lastHash,
    revision: t.revision,
    created_at: t.createdAt,
    updated_at: t.updatedAt,
  }))
  await sql`
    update ticket set no = r.no, version_id = r.version_id, version_hash = r.version_hash, title = r.title, form_data = r.form_data, data_hash = r.data_hash,
      amount = r.amount, applicant = r.applicant, dept_id = r.dept_id, thresholds = r.thresholds, status = r.status,
      current_keys = array(select jsonb_array_elements_text(r.current_keys)), urgency = r.urgency, round = r.round, submitted_at = r.submitted_at,
      approved_at = r.approved_at, finished_at = r.finished_at, due_at = r.due_at, snapshot = r.snapshot, events = r.events, last_hash = r.last_hash,
      revision = r.revision, created_at = r.created_at, updated_at = r.updated_at
    from jsonb_to_recordset(${json(rows)}) as r (id bigint, no text, version_id bigint, version_hash text, title text, form_data jsonb, data_hash text,
      amount numeric, applicant jsonb, dept_id bigint, thresholds jsonb, status text, current_keys jsonb, urgency text, round int, submitted_at timestamptz,
      approved_at timestamptz, finished_at timestamptz, due_at timestamptz, snapshot jsonb, events int, last_hash text, revision int,
      created_at timestamptz, updated_at timestamptz)
    where ticket.id = r.id`.execute(base.db)
}

async function saveEvents(base: Base, histories: readonly Life[]): Promise<void> {
  const rows = histories.flatMap(({ id, rows: log }) => log.map((row) => ({ ticket_id: id, ...logRow(row) })))
  await inPortions(rows, (some) =>
    sql`
    insert into ticket_event (ticket_id, seq, type, event, actor_id, on_behalf_of, state, visit, slot, comment, form, data_hash, ip, request_id, at, prev_hash, hash, key_id)
    select r.* from jsonb_to_recordset(${json(some)}) as r (ticket_id bigint, seq int, type text, event jsonb, actor_id bigint, on_behalf_of bigint, state text,
      visit int, slot text, comment text, form jsonb, data_hash text, ip text, request_id text, at timestamptz, prev_hash text, hash text, key_id text)`.execute(
      base.db,
    ),
  )
}

async function saveTasks(base: Base, histories: readonly Life[]): Promise<void> {
  const rows = histories.flatMap(({ id, tasks }) => [...tasks.values()].map((task) => ({ ticket_id: id, ...task })))
  await inPortions(rows, (some) =>
    sql`
    insert into ticket_task (ticket_id, slot, visit, state, kind, round, assignee_id, on_behalf_of, relation, status, outcome, rule, cancelled_by, decided_by,
      is_claimed, must_sign, urgency, opened_at, due_at, decided_at, comment)
    select r.* from jsonb_to_recordset(${json(some)}) as r (ticket_id bigint, slot text, visit int, state text, kind text, round int, assignee_id bigint,
      on_behalf_of bigint, relation text, status text, outcome text, rule text, cancelled_by text, decided_by bigint, is_claimed boolean, must_sign boolean, urgency smallint,
      opened_at timestamptz, due_at timestamptz, decided_at timestamptz, comment text)`.execute(base.db),
  )
  const timers = histories.flatMap(({ id, timers: armed }) =>
    [...armed.values()].map(({ visit, rule, dueAt }) => ({ id, visit, rule, due: dueAt })),
  )
  await sql`
    insert into ticket_timer (ticket_id, visit, rule, due_at)
    select r.* from jsonb_to_recordset(${json(timers)}) as r (id bigint, visit int, rule text, due timestamptz)`.execute(
    base.db,
  )
}

/** Copies older than this have been read by everybody. */
const unreadDays = 5

async function saveLists(base: Base, histories: readonly Life[]): Promise<void> {
  const now = base.clock.now()
  const copies = histories.flatMap(({ id, copies: sent }) =>
    [...sent].map(([user, { by, at }]) => ({ id, user, by, at })),
  )
  const old = new Date(now.getTime() - unreadDays * 86_400_000)
  await sql`
    insert into ticket_cc (ticket_id, user_id, by_user, created_at, read_at)
    select r.id, r."user", r.by, r.at, case when r.at < ${old} then r.at + interval '4 hours' end
    from jsonb_to_recordset(${json(copies)}) as r (id bigint, "user" bigint, by bigint, at timestamptz)`.execute(
    base.db,
  )
  const parts = histories.flatMap(({ id, parts: had }) =>
    [...had.values()].map(({ userId, label, at }) => ({ id, user: userId, label, at })),
  )
  await sql`
    insert into ticket_part (user_id, label, ticket_id, at)
    select r."user", r.label, r.id, r.at from jsonb_to_recordset(${json(parts)}) as r (id bigint, "user" bigint, label text, at timestamptz)`.execute(
    base.db,
  )
  await sql`
    insert into ticket_part (user_id, label, ticket_id, at)
    select user_id, 'done', ticket_id, read_at from ticket_cc where read_at is not null on conflict do nothing`.execute(
    base.db,
  )
  const own = histories.flatMap(({ counts }) =>
    [...counts].map(([key, n]) => ({ user: Number(key.split(' ')[0]), label: key.split(' ')[1], n })),
  )
  await sql`
    insert into ticket_count (user_id, label, n)
    select user_id, label, sum(n) from (
      select r."user" as user_id, r.label, r.n from jsonb_to_recordset(${json(own)}) as r ("user" bigint, label text, n int)
      union all select user_id, label, 1 from ticket_part) had
    group by user_id, label having sum(n) <> 0`.execute(base.db)
}

/** Everything the decisions of these lives would have written. */
export async function saveHistories(base: Base, histories: readonly Life[]): Promise<void> {
  await saveTickets(base, histories)
  await saveEvents(base, histories)
  await saveTasks(base, histories)
  await saveLists(base, histories)
}
