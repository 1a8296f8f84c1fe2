import { sql } from 'kysely'
import type { Task } from '#machines/ticket/projection.ts'
import type { Executor } from '#src/define/server.ts'
import { deferred } from '#src/server/database/deferred.ts'
import type { LogRow } from './log.ts'
import type { Ticket } from './ticket.ts'
import { urgencyRank } from './ticket.ts'

/** A list of a person that only grows; its length is kept (HOM-02). */
export type Part = 'approved' | 'done' | 'assigned'
export type Counted = Part | 'toSubmit' | 'submitted'

/** Everything one decision writes. */
export interface Decision {
  readonly after: Ticket
  readonly rows: readonly LogRow[]
  /** Tasks that are new or not as they were; `decidedBy` and comment come with them. */
  readonly tasks: readonly (Task & {
    readonly dueAt: Date | null
    readonly comment: string
    readonly signatureFileId: number | null
  })[]
  /** Armed timers that are no longer live, as `<visit>.<rule>`. */
  readonly disarmed: readonly string[]
  readonly armed: readonly { readonly visit: number; readonly rule: string; readonly dueAt: Date }[]
  readonly cc: readonly number[]
  readonly ccBy: number | null
  readonly parts: readonly { readonly userId: number; readonly label: Part }[]
  /** Changes of the applicant's own lists. */
  readonly counts: readonly { readonly userId: number; readonly label: Counted; readonly n: number }[]
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** A row of table ticket_task. */
export const taskRow = (urgency: string) => (task: Decision['tasks'][number]) => ({
  slot: task.id,
  visit: task.visit,
  state: task.state,
  kind: task.kind,
  round: task.round,
  assignee_id: task.holder,
  on_behalf_of: task.onBehalfOf,
  relation: task.relation,
  added_by: task.addedBy ?? null,
  status: task.status,
  outcome: task.outcome,
  rule: task.rule,
  cancelled_by: task.cancelledBy,
  decided_by: task.by,
  is_claimed: task.isClaimed,
  must_sign: task.mustSign,
  urgency: urgencyRank(urgency),
  opened_at: task.openedAt,
  due_at: task.dueAt,
  decided_at: task.at,
  comment: task.comment,
  signature_file_id: task.signatureFileId,
})

/** A row of table ticket_event. */
export const logRow = (row: LogRow) => ({
  seq: row.seq,
  type: row.type,
  event: row.event,
  actor_id: row.actorId,
  on_behalf_of: row.onBehalfOf,
  state: row.state,
  visit: row.visit,
  slot: row.slot,
  comment: row.comment,
  form: row.form,
  data_hash: row.dataHash,
  ip: row.ip,
  request_id: row.requestId,
  at: row.at,
  prev_hash: row.prevHash,
  hash: row.hash,
})

/** Writes ticket, log, tasks, timers, copies and lists in one statement: round trips cost more than the rows. The caller holds the lock of the ticket. */
export async function saveDecision(db: Executor, decision: Decision): Promise<void> {
  const { after: t } = decision
  const at = t.updatedAt
  await sql`${deferred}
    with ticket_row as (
      update ticket set version_id = ${t.versionId}, version_hash = ${t.versionHash}, title = ${t.title}, form_data = ${json(t.formData)},
        data_hash = ${t.dataHash}, amount = ${t.amount}, applicant = ${json(t.applicant)}, dept_id = ${t.deptId},
        thresholds = ${json(t.thresholds)}, status = ${t.status}, current_keys = ${[...t.currentKeys]}::text[], urgency = ${t.urgency},
        round = ${t.round}, submitted_at = ${t.submittedAt}, approved_at = ${t.approvedAt}, finished_at = ${t.finishedAt},
        due_at = ${t.dueAt}, urged_at = ${t.urgedAt}, urge_count = ${t.urgeCount}, snapshot = ${json(t.snapshot)},
        events = ${t.events}, last_hash = ${t.lastHash}, revision = ${t.revision}, updated_at = ${at}
      where id = ${t.id}
    ), log_rows as (
      insert into ticket_event (ticket_id, seq, type, event, actor_id, on_behalf_of, state, visit, slot, comment, form, data_hash,
        ip, request_id, at, prev_hash, hash)
      select ${t.id}::bigint, r.* from jsonb_to_recordset(${json(decision.rows.map(logRow))}) as r (seq int, type text, event jsonb,
        actor_id bigint, on_behalf_of bigint, state text, visit int, slot text, comment text, form jsonb, data_hash text,
        ip text, request_id text, at timestamptz, prev_hash text, hash text)
    ), task_rows as (
      insert into ticket_task as task (ticket_id, slot, visit, state, kind, round, assignee_id, on_behalf_of, relation, added_by, status, outcome,
        rule, cancelled_by, decided_by, is_claimed, must_sign, urgency, opened_at, due_at, decided_at, comment, signature_file_id)
      select ${t.id}::bigint, r.* from jsonb_to_recordset(${json(decision.tasks.map(taskRow(t.urgency)))}) as r (slot text, visit int,
        state text, kind text, round int, assignee_id bigint, on_behalf_of bigint, relation text, added_by bigint, status text, outcome text,
        rule text, cancelled_by text, decided_by bigint, is_claimed boolean, must_sign boolean, urgency smallint, opened_at timestamptz,
        due_at timestamptz, decided_at timestamptz, comment text, signature_file_id bigint)
      on conflict (ticket_id, slot) do update set status = excluded.status, outcome = excluded.outcome, rule = excluded.rule,
        cancelled_by = excluded.cancelled_by, decided_by = excluded.decided_by, is_claimed = excluded.is_claimed,
        opened_at = excluded.opened_at, due_at = excluded.due_at, decided_at = excluded.decided_at, comment = excluded.comment,
        signature_file_id = excluded.signature_file_id
    ), disarmed as (
      delete from ticket_timer where ticket_id = ${t.id} and visit || '.' || rule = any(${[...decision.disarmed]}::text[])
    ), armed as (
      insert into ticket_timer (ticket_id, visit, rule, due_at)
      select ${t.id}::bigint, r.* from jsonb_to_recordset(${json(decision.armed.map((timer) => ({ visit: timer.visit, rule: timer.rule, due_at: timer.dueAt })))})
        as r (visit int, rule text, due_at timestamptz)
    ), cc_rows as (
      insert into ticket_cc (ticket_id, user_id, by_user, created_at)
      select ${t.id}::bigint, person, ${decision.ccBy}::bigint, ${at}::timestamptz from unnest(${[...decision.cc]}::bigint[]) person
      on conflict do nothing
    ), part_rows as (
      insert into ticket_part as part (user_id, label, ticket_id, at)
      select r."userId", r.label, ${t.id}::bigint, ${at}::timestamptz
      from jsonb_to_recordset(${json(decision.parts)}) as r ("userId" bigint, label text)
      on conflict (user_id, label, ticket_id) do update set at = excluded.at
      returning user_id, label, case when xmax = 0 then 1 else 0 end as n
    )
    insert into ticket_count as c (user_id, label, n)
    select user_id, label, sum(n) from (
      select user_id, label, n from part_rows
      union all select r."userId", r.label, r.n from jsonb_to_recordset(${json(decision.counts)}) as r ("userId" bigint, label text, n int)
    ) delta group by user_id, label having sum(n) <> 0 order by user_id, label
    on conflict (user_id, label) do update set n = c.n + excluded.n`.execute(db.withoutPlugins())
}
