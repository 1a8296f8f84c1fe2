/** Matters of every year: the draft of the next one stands ready a month before it begins (90 B 5). */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { nextNo, notifyOf } from '../items/items.server.ts'

/** Days before the next period begins on which its draft is made. */
export const READY_DAYS = 30

interface YearlyItem {
  readonly id: number
  readonly nextStart: string
  readonly nextDue: string
}

/** The next year's item of each that repeats, once, with its dates a year later (28 February after a leap day); one that was terminated does not repeat. */
export async function repeatYearly(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<YearlyItem>`
    select r.id, (r.start_date + interval '1 year')::date::text as next_start, (r.first_due_date + interval '1 year')::date::text as next_due
    from supervision_item r
    where r.is_yearly and r.state not in ('draft', 'terminated') and r.deleted_at is null
      and (r.start_date + interval '1 year')::date <= ${addDays(today, READY_DAYS)}::date
      and not exists (select from supervision_item n where n.repeats_id = r.id and n.deleted_at is null)
    order by r.id for update`.execute(unit.db)
  const supervisors = rows.length === 0 ? [] : await unit.usersWithRole('supervisor')
  for (const { id, nextStart, nextDue } of rows) {
    const now = unit.clock.now()
    const made = await sql<{ id: number; no: string; title: string; leaderId: number }>`
      insert into supervision_item (no, title, source, source_doc, content, urgency, lead_dept_id, handler_id, co_dept_ids, leader_id, officer_id, start_date, due_date, first_due_date,
        feedback_cycle, milestones, project_id, is_yearly, repeats_id, created_at, created_by, updated_at)
      select ${await nextNo(unit)}, title, source, source_doc, content, urgency, lead_dept_id, handler_id, co_dept_ids, leader_id, officer_id, ${nextStart}::date, ${nextDue}::date, ${nextDue}::date,
        feedback_cycle, coalesce((select jsonb_agg(m || jsonb_build_object('dueDate', ((m ->> 'dueDate')::date + interval '1 year')::date)) from jsonb_array_elements(milestones) m), '[]'),
        project_id, true, id, ${now}::timestamptz, created_by, ${now}::timestamptz
      from supervision_item where id = ${id} returning id, no, title, leader_id`.execute(unit.db)
    for (const item of made.rows) {
      unit.changed('supervisionItem', item.id)
      notifyOf(unit, item, [item.leaderId, ...supervisors], 'supervision.repeated', nextDue)
    }
  }
}
