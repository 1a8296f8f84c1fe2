import type { Executor } from '#src/define/server.ts'
import { statement, verbatim } from '#src/server/database/statement.ts'
import type { LogRow } from '../log/log.ts'
import { namesIn, rowOf, typesIn, updatesFrom } from '../tables/columns.ts'
import { eventColumns } from '../tables/eventColumns.ts'
import { type StoredTask, taskColumns } from '../tables/taskColumns.ts'
import { type SavedTicket, ticketUpdates } from '../tables/ticketColumns.ts'
import type { Ticket } from '../ticket.ts'

/** A list of a person that only grows; its length is kept (HOM-02). */
export type Part = 'approved' | 'done' | 'assigned'
export type CountLabel = Part | 'toSubmit' | 'submitted'

/** Everything one decision writes. */
export interface Decision {
  /** As it was read under its lock. */
  readonly before: Ticket
  readonly after: Ticket
  readonly rows: readonly LogRow[]
  /** Tasks that are new or not as they were. */
  readonly tasks: readonly StoredTask[]
  /** Armed timers that are no longer live, as `<visit>.<rule>`. */
  readonly disarmed: readonly string[]
  readonly armed: readonly { readonly visit: number; readonly rule: string; readonly dueAt: Date }[]
  readonly cc: readonly number[]
  readonly ccBy: number | null
  readonly parts: readonly { readonly userId: number; readonly label: Part }[]
  /** Changes of the applicant's own lists. */
  readonly counts: readonly { readonly userId: number; readonly label: CountLabel; readonly n: number }[]
}

/** Rows that are sent as one JSON value each. */
type Listed = 'logRows' | 'taskRows' | 'armed' | 'parts' | 'counts'
type Saved = SavedTicket & Readonly<Record<Listed, string>> & Pick<Decision, 'disarmed' | 'cc' | 'ccBy'>

const [eventNames, eventTypes] = [verbatim(namesIn(eventColumns)), verbatim(typesIn(eventColumns))]
const [taskNames, taskTypes] = [verbatim(namesIn(taskColumns)), verbatim(typesIn(taskColumns))]
const taskUpdates = verbatim(updatesFrom('excluded', taskColumns))

const save = statement<Saved>('deferred')`
  with ticket_row as (
    update ticket set ${ticketUpdates} where id = ${'id'}
  ), log_rows as (
    insert into ticket_event (ticket_id, ${eventNames})
    select ${'id'}::bigint, r.* from jsonb_to_recordset(${'logRows'}::jsonb) as r (${eventTypes})
  ), task_rows as (
    insert into ticket_task as task (ticket_id, ${taskNames})
    select ${'id'}::bigint, r.* from jsonb_to_recordset(${'taskRows'}::jsonb) as r (${taskTypes})
    on conflict (ticket_id, slot) do update set ${taskUpdates}
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
    logRows: JSON.stringify(rows.map((row) => rowOf(eventColumns, row))),
    taskRows: JSON.stringify(tasks.map((task) => rowOf(taskColumns, task))),
    armed: JSON.stringify(armed.map(({ visit, rule, dueAt }) => ({ visit, rule, due_at: dueAt }))),
    parts: JSON.stringify(parts),
    counts: JSON.stringify(counts),
    disarmed,
    cc,
    ccBy,
  })
}
