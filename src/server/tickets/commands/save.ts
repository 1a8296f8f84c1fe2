import type { Task } from '#machines/ticket/engine/projection.ts'
import type { Executor } from '#src/define/server.ts'
import { statement } from '#src/server/database/statement.ts'
import type { LogRow } from '../log/log.ts'
import type { Ticket } from '../ticket.ts'
import { urgencyRank } from '../ticket.ts'

/** A list of a person that only grows; its length is kept (HOM-02). */
export type Part = 'approved' | 'done' | 'assigned'
export type Counted = Part | 'toSubmit' | 'submitted'

/** Everything one decision writes. */
export interface Decision {
  /** As it was read under its lock. */
  readonly before: Ticket
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
  key_id: row.keyId,
})

type StoredOnChange = 'formData' | 'applicant' | 'thresholds' | 'summary'
type Listed = 'logRows' | 'taskRows' | 'armed' | 'parts' | 'counts'

/** The values of {@link save}: what is stored as JSON is text here, null where it stays as it is. */
type SavedTicket = Omit<Ticket, StoredOnChange | 'snapshot'> &
  Readonly<Record<StoredOnChange, string | null> & Record<Listed | 'snapshot', string>> &
  Pick<Decision, 'disarmed' | 'cc' | 'ccBy'>

const save = statement<SavedTicket>('deferred')`
  with ticket_row as (
    update ticket set version_id = ${'versionId'}, version_hash = ${'versionHash'}, title = ${'title'}, summary = coalesce(${'summary'}::jsonb, summary), form_data = coalesce(${'formData'}::jsonb, form_data),
      data_hash = ${'dataHash'}, amount = ${'amount'}, applicant = coalesce(${'applicant'}::jsonb, applicant), dept_id = ${'deptId'},
      thresholds = coalesce(${'thresholds'}::jsonb, thresholds), status = ${'status'}, current_keys = ${'currentKeys'}::text[], urgency = ${'urgency'},
      round = ${'round'}, submitted_at = ${'submittedAt'}, approved_at = ${'approvedAt'}, finished_at = ${'finishedAt'},
      due_at = ${'dueAt'}, urged_at = ${'urgedAt'}, urge_count = ${'urgeCount'}, snapshot = ${'snapshot'}::jsonb,
      events = ${'events'}, last_hash = ${'lastHash'}, revision = ${'revision'}, updated_at = ${'updatedAt'}
    where id = ${'id'}
  ), log_rows as (
    insert into ticket_event (ticket_id, seq, type, event, actor_id, on_behalf_of, state, visit, slot, comment, form, data_hash,
      ip, request_id, at, prev_hash, hash, key_id)
    select ${'id'}::bigint, r.* from jsonb_to_recordset(${'logRows'}::jsonb) as r (seq int, type text, event jsonb,
      actor_id bigint, on_behalf_of bigint, state text, visit int, slot text, comment text, form jsonb, data_hash text,
      ip text, request_id text, at timestamptz, prev_hash text, hash text, key_id text)
  ), task_rows as (
    insert into ticket_task as task (ticket_id, slot, visit, state, kind, round, assignee_id, on_behalf_of, relation, added_by, status, outcome,
      rule, cancelled_by, decided_by, is_claimed, must_sign, urgency, opened_at, due_at, decided_at, comment, signature_file_id)
    select ${'id'}::bigint, r.* from jsonb_to_recordset(${'taskRows'}::jsonb) as r (slot text, visit int,
      state text, kind text, round int, assignee_id bigint, on_behalf_of bigint, relation text, added_by bigint, status text, outcome text,
      rule text, cancelled_by text, decided_by bigint, is_claimed boolean, must_sign boolean, urgency smallint, opened_at timestamptz,
      due_at timestamptz, decided_at timestamptz, comment text, signature_file_id bigint)
    on conflict (ticket_id, slot) do update set status = excluded.status, outcome = excluded.outcome, rule = excluded.rule,
      cancelled_by = excluded.cancelled_by, decided_by = excluded.decided_by, is_claimed = excluded.is_claimed,
      opened_at = excluded.opened_at, due_at = excluded.due_at, decided_at = excluded.decided_at, comment = excluded.comment,
      signature_file_id = excluded.signature_file_id
  ), disarmed as (
    delete from ticket_timer where ticket_id = ${'id'} and visit || '.' || rule = any(${'disarmed'}::text[])
  ), armed as (
    insert into ticket_timer (ticket_id, visit, rule, due_at)
    select ${'id'}::bigint, r.* from jsonb_to_recordset(${'armed'}::jsonb)
      as r (visit int, rule text, due_at timestamptz)
  ), cc_rows as (
    insert into ticket_cc (ticket_id, user_id, by_user, created_at)
    select ${'id'}::bigint, person, ${'ccBy'}::bigint, ${'updatedAt'}::timestamptz from unnest(${'cc'}::bigint[]) person
    on conflict do nothing
  ), part_rows as (
    insert into ticket_part as part (user_id, label, ticket_id, at)
    select r."userId", r.label, ${'id'}::bigint, ${'updatedAt'}::timestamptz
    from jsonb_to_recordset(${'parts'}::jsonb) as r ("userId" bigint, label text)
    on conflict (user_id, label, ticket_id) do update set at = excluded.at
    returning user_id, label, case when xmax = 0 then 1 else 0 end as n
  )
  insert into ticket_count as c (user_id, label, n)
  select user_id, label, sum(n) from (
    select user_id, label, n from part_rows
    union all select r."userId", r.label, r.n from jsonb_to_recordset(${'counts'}::jsonb) as r ("userId" bigint, label text, n int)
  ) delta group by user_id, label having sum(n) <> 0 order by user_id, label
  on conflict (user_id, label) do update set n = c.n + excluded.n`

/** Writes ticket, log, tasks, timers, copies and lists in one statement: round trips cost more than the rows. The caller holds the lock of the ticket. */
export async function saveDecision(db: Executor, decision: Decision): Promise<void> {
  const { before, after, rows, tasks, armed, parts, counts, disarmed, cc, ccBy } = decision
  await save(db.withoutPlugins(), {
    ...after,
    formData: after.dataHash === before.dataHash ? null : JSON.stringify(after.formData),
    summary: after.summary === before.summary ? null : JSON.stringify(after.summary),
    applicant: after.applicant === before.applicant ? null : JSON.stringify(after.applicant),
    thresholds: after.thresholds === before.thresholds ? null : JSON.stringify(after.thresholds),
    snapshot: JSON.stringify(after.snapshot),
    logRows: JSON.stringify(rows.map(logRow)),
    taskRows: JSON.stringify(tasks.map(taskRow(after.urgency))),
    armed: JSON.stringify(armed.map(({ visit, rule, dueAt }) => ({ visit, rule, due_at: dueAt }))),
    parts: JSON.stringify(parts),
    counts: JSON.stringify(counts),
    disarmed,
    cc,
    ccBy,
  })
}
