/** Milestones: those that are done, with their proof, make the progress of their item (90 B 5). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { daysBetween } from '#src/define/days.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { changeItem, type ItemRow, lockItem, needHandler } from './items.server.ts'
import { type Light, NEAR_DAYS } from './light.ts'
import { rollUp } from './rollUp.server.ts'

const lightOn = (dueDate: string, today: string): Light => {
  const left = daysBetween(today, dueDate)
  return left < 0 ? 'red' : left <= NEAR_DAYS ? 'yellow' : 'green'
}

/** The rows of the milestones follow the form each time the item is given to a handler; what is done stays. */
export async function syncMilestones(unit: UnitOfWork, item: Pick<ItemRow, 'id'>): Promise<void> {
  const { milestones } = await unit.db
    .selectFrom('supervision_item')
    .select('milestones')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow()
  const now = unit.clock.now()
  const today = unit.clock.today()
  const given = rowsOf(milestones).map((milestone) => ({
    name: textIn(milestone.name),
    dueDate: textIn(milestone.dueDate),
    weight: Number(milestone.weight),
    light: lightOn(textIn(milestone.dueDate), today),
  }))
  await sql`
    update supervision_milestone set deleted_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
    where item_id = ${item.id} and deleted_at is null and done_on is null and name <> all(${given.map(({ name }) => name)}::text[])`.execute(
    unit.db,
  )
  await sql`
    insert into supervision_milestone (item_id, lead_dept_id, co_dept_ids, handler_id, name, due_date, weight, light, created_at, updated_at)
    select i.id, i.lead_dept_id, i.co_dept_ids, i.handler_id, m.name, m."dueDate", m.weight, m.light, ${now}::timestamptz, ${now}::timestamptz
    from supervision_item i, jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as m(name text, "dueDate" date, weight int, light text) where i.id = ${item.id}
    on conflict (item_id, name) where deleted_at is null do update set due_date = excluded.due_date, weight = excluded.weight, light = excluded.light,
      lead_dept_id = excluded.lead_dept_id, co_dept_ids = excluded.co_dept_ids, handler_id = excluded.handler_id, updated_at = excluded.updated_at`.execute(
    unit.db,
  )
  unit.changed('supervisionMilestone', null)
}

interface Standing {
  readonly all: number
  readonly done: number
}

/** How many milestones an item has and how far those that are done bring it, in percent. */
export async function milestonesOf(unit: UnitOfWork, itemId: number): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select count(*)::int as all, coalesce(sum(weight) filter (where done_on is not null), 0)::int as done
    from supervision_milestone where item_id = ${itemId} and deleted_at is null`.execute(unit.db)
  return rows[0] ?? { all: 0, done: 0 }
}

/** A milestone is done, with its proof. @throws RuleError `supervision.notNow` while nobody works on the item */
export async function reachMilestone(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const milestone = await unit.db
    .selectFrom('supervision_milestone')
    .select(['itemId', 'name'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  if (milestone === undefined) throw notFound()
  const item = await lockItem(unit, milestone.itemId)
  needHandler(item, access)
  if (item.state !== 'doing' && item.state !== 'extending')
    throw new RuleError('supervision.notNow', item.no, { dictionary: 'supervisionState', value: item.state })
  const note = textIn(values.reachedNote)
  await unit.db
    .updateTable('supervision_milestone')
    .set({
      doneOn: textIn(values.reachedOn),
      doneBy: access.userId,
      note: note || null,
      proof: [...fileIdsIn(values.reachedProof)],
      light: 'over',
      updatedAt: unit.clock.now(),
      updatedBy: access.userId,
    })
    .where('id', '=', id)
    .execute()
  const { done } = await milestonesOf(unit, item.id)
  await changeItem(
    unit,
    item,
    {
      progress: Math.max(item.progress, done),
      cycleSince: unit.clock.today(),
      missedCycles: 0,
      lastReply: note === '' ? milestone.name : `${milestone.name}：${note}`,
      lastReplyAt: unit.clock.now(),
    },
    access.userId,
  )
  if (item.parentId !== null) await rollUp(unit, item.parentId)
}
