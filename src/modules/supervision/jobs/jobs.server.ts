/** Duties of the day: lights, reminders before the due date, missed feedback and signatures (SUP-04, SUP-05). */
import { sql } from 'kysely'
import { addDays, daysBetween } from '#src/define/days.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import type { Columns } from '#src/define/tables.server.ts'
import { leadersOf, notifyOf } from '../items/items.server.ts'
import { NEAR_DAYS, REMIND_DAYS, reminderAt } from '../items/light.ts'
import { repeatYearly } from './yearly.server.ts'

/** Lights of items and milestones follow the day; what was late once stays so (SUP-05). */
export async function refreshLights(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const near = addDays(today, NEAR_DAYS)
  const { rows } = await sql<{ id: number }>`
    with standing as (
      select id, case when state in ('closed', 'terminated') then 'over' when due_date < ${today}::date then 'red' when due_date <= ${near}::date then 'yellow' else 'green' end as light
      from supervision_item where deleted_at is null)
    update supervision_item i set light = s.light, was_overdue = i.was_overdue or s.light = 'red'
    from standing s where s.id = i.id and i.light <> s.light returning i.id`.execute(unit.db)
  if (rows.length > 0) unit.changed('supervisionItem', null)
  await sql`
    with standing as (
      select id, case when done_on is not null then 'over' when due_date < ${today}::date then 'red' when due_date <= ${near}::date then 'yellow' else 'green' end as light
      from supervision_milestone where deleted_at is null)
    update supervision_milestone m set light = s.light from standing s where s.id = m.id and m.light <> s.light`.execute(
    unit.db,
  )
}

type DueItem = Columns<
  'supervision_item',
  'id' | 'no' | 'title' | 'handlerId' | 'leadDeptId' | 'dueDate' | 'remindedDays'
>

/** Seven days, three and one before the due date, each once; after a stop the latest that has passed stands for those that were missed. An item that is late is a matter of SUP-04. */
export async function remindDue(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const [first] = REMIND_DAYS
  const { rows } = await sql<DueItem>`
    select id, no, title, handler_id, lead_dept_id, due_date, reminded_days from supervision_item
    where state in ('assigned', 'doing', 'extending') and deleted_at is null and due_date between ${today}::date and ${addDays(today, first)}::date
    order by due_date, id for update`.execute(unit.db)
  const due = rows.flatMap((item) => {
    const left = daysBetween(today, item.dueDate)
    const step = reminderAt(left)
    return step === null || (item.remindedDays !== null && item.remindedDays <= step) ? [] : [{ item, left, step }]
  })
  if (due.length === 0) return
  const heads = await leadersOf(
    unit,
    due.map(({ item }) => item.leadDeptId),
  )
  for (const { item, left, step } of due) {
    await unit.db.updateTable('supervision_item').set({ remindedDays: step }).where('id', '=', item.id).execute()
    notifyOf(
      unit,
      item,
      [item.handlerId, heads.get(item.leadDeptId) ?? null],
      'supervision.dueSoon',
      item.dueDate,
      left,
    )
  }
}

type SilentItem = Columns<
  'supervision_item',
  'id' | 'no' | 'title' | 'handlerId' | 'leaderId' | 'officerId' | 'feedbackCycle' | 'missedCycles'
> & { readonly cycleSince: string }

/** Cycles missed after which the supervising leader hears of it. */
const ESCALATE_AFTER_CYCLES = 2

/** SUP-04: each cycle that passes without a reply reminds the handler; with the second the supervising leader hears of it, once. */
export async function remindFeedback(unit: UnitOfWork): Promise<void> {
  const today = unit.clock.today()
  const { rows } = await sql<SilentItem>`
    select id, no, title, handler_id, leader_id, officer_id, feedback_cycle, missed_cycles, cycle_since from supervision_item
    where state in ('doing', 'extending') and deleted_at is null and cycle_since is not null
      and (${today}::date - cycle_since - 1) / feedback_cycle > missed_cycles
    order by id for update`.execute(unit.db)
  for (const item of rows) {
    const missed = Math.floor((daysBetween(item.cycleSince, today) - 1) / item.feedbackCycle)
    await unit.db.updateTable('supervision_item').set({ missedCycles: missed }).where('id', '=', item.id).execute()
    notifyOf(unit, item, [item.handlerId], 'supervision.noReply', item.feedbackCycle)
    if (missed >= ESCALATE_AFTER_CYCLES && item.missedCycles < ESCALATE_AFTER_CYCLES)
      notifyOf(unit, item, [item.leaderId, item.officerId], 'rule.SUP-04', missed, item.feedbackCycle)
  }
}

type UnsignedItem = Columns<
  'supervision_item',
  'id' | 'no' | 'title' | 'handlerId' | 'leaderId' | 'officerId' | 'leadDeptId'
> & {
  readonly signDue: string
}

/** Who has not signed for an item by the last day to do so is reminded once, and the supervising leader hears of it. */
export async function remindSigning(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<UnsignedItem>`
    update supervision_item set sign_reminded = true
    where state = 'assigned' and deleted_at is null and not sign_reminded and sign_due < ${unit.clock.today()}::date
    returning id, no, title, handler_id, leader_id, officer_id, lead_dept_id, sign_due`.execute(unit.db)
  for (const item of rows.toSorted((one, other) => one.id - other.id))
    notifyOf(unit, item, [item.handlerId, item.leaderId, item.officerId], 'supervision.unsigned', item.signDue)
}

const LIGHTS_EVERY_MINUTES = 10

export const supervisionJobs: readonly JobDefinition[] = [
  { name: 'supervision.lights', every: { minutes: LIGHTS_EVERY_MINUTES }, run: refreshLights },
  { name: 'supervision.dueSoon', every: { at: '08:20', missed: 'once' }, run: remindDue },
  { name: 'supervision.feedback', every: { at: '08:25', missed: 'once' }, run: remindFeedback },
  { name: 'supervision.yearly', every: { at: '01:20', missed: 'once' }, run: repeatYearly },
  { name: 'supervision.unsigned', every: { at: '08:35', missed: 'once' }, run: remindSigning },
]
