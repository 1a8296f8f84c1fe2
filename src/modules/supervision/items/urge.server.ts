/** SUP-03: a reminder to the handler and the head of the department, at most once in a day for each item. */
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { leadersOf, lockItem, notifyOf } from './items.server.ts'

/** Hours between two reminders about one item. */
export const URGE_HOURS = 24
const HOUR_MS = 3_600_000

export async function urgeItem(unit: UnitOfWork, id: number, byUser: number): Promise<void> {
  const item = await lockItem(unit, id)
  const now = unit.clock.now()
  const next = item.urgedAt === null ? null : new Date(item.urgedAt.getTime() + URGE_HOURS * HOUR_MS)
  if (next !== null && now < next) throw new RuleError('rule.SUP-03', item.no, URGE_HOURS, momentText(next))
  await unit.db
    .updateTable('supervision_item')
    .set(({ eb }) => ({ urgedAt: now, urgeCount: eb('urgeCount', '+', 1), updatedAt: now, updatedBy: byUser }))
    .where('id', '=', id)
    .execute()
  unit.changed('supervisionItem', id)
  const head = (await leadersOf(unit, [item.leadDeptId])).get(item.leadDeptId) ?? null
  notifyOf(unit, item, [item.handlerId, head], 'supervision.urged', item.dueDate)
}
