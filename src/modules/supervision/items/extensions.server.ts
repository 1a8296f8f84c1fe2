/** SUP-02: at most two extensions of sixty days in all; the first due date stays. */
import { MAX_EXTENSIONS } from '#machines/supervisionItem/supervisionItem.ts'
import type { Access } from '#src/define/access.ts'
import { addDays, daysBetween } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { type ItemRow, lockItem, needHandler, notifyOf, takeStep } from './items.server.ts'
import { reminderAt } from './light.ts'

/** Days all extensions of an item may come to. */
export const MAX_EXTENSION_DAYS = 60

/** The handler asks for a later due date. @throws RuleError rule.SUP-02 */
export async function askExtension(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needHandler(item, access)
  const toDate = textIn(values.newDueDate)
  const latest = addDays(item.firstDueDate, MAX_EXTENSION_DAYS)
  if (toDate <= item.dueDate) throw new RuleError('supervision.notLater', item.dueDate).at('newDueDate')
  if (item.extensionCount >= MAX_EXTENSIONS || daysBetween(item.firstDueDate, toDate) > MAX_EXTENSION_DAYS)
    throw new RuleError('rule.SUP-02', MAX_EXTENSIONS, MAX_EXTENSION_DAYS, latest).at('newDueDate')
  const evidence = fileIdsIn(values.evidence)
  await takeStep(unit, item, 'extend', { askedDueDate: toDate }, access.userId)
  await unit.db
    .insertInto('supervision_extension')
    .values({
      itemId: id,
      askedBy: access.userId,
      fromDate: item.dueDate,
      toDate,
      reason: textIn(values.reason),
      evidence: evidence.length === 0 ? null : [...evidence],
      createdAt: unit.clock.now(),
      createdBy: access.userId,
      updatedAt: unit.clock.now(),
    })
    .execute()
  unit.changed('supervisionExtension', null)
  notifyOf(unit, item, [item.leaderId, item.officerId], 'supervision.extensionAsked', toDate)
}

async function decide(
  unit: UnitOfWork,
  item: ItemRow,
  {
    state,
    comment,
    byUser,
  }: { readonly state: 'approved' | 'refused'; readonly comment: string | null; readonly byUser: number },
): Promise<void> {
  await unit.db
    .updateTable('supervision_extension')
    .set({
      state,
      comment,
      decidedAt: unit.clock.now(),
      decidedBy: byUser,
      updatedAt: unit.clock.now(),
      updatedBy: byUser,
    })
    .where('itemId', '=', item.id)
    .where('state', '=', 'pending')
    .execute()
  unit.changed('supervisionExtension', null)
}

/** Nobody decides on what they asked for themselves. */
function needOther(item: ItemRow, { userId }: Access): void {
  if (item.handlerId === userId) throw new RuleError('supervision.ownExtension', item.no)
}

export async function approveExtension(unit: UnitOfWork, id: number, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needOther(item, access)
  const dueDate = item.askedDueDate ?? item.dueDate
  await takeStep(
    unit,
    item,
    'approveExtension',
    {
      dueDate,
      askedDueDate: null,
      extensionCount: item.extensionCount + 1,
      remindedDays: reminderAt(daysBetween(unit.clock.today(), dueDate)),
    },
    access.userId,
  )
  await decide(unit, item, { state: 'approved', comment: null, byUser: access.userId })
  notifyOf(unit, item, [item.handlerId], 'supervision.extensionApproved', dueDate)
}

export async function refuseExtension(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needOther(item, access)
  const comment = textIn(values.comment)
  await takeStep(unit, item, 'refuseExtension', { askedDueDate: null }, access.userId)
  await decide(unit, item, { state: 'refused', comment, byUser: access.userId })
  notifyOf(unit, item, [item.handlerId], 'supervision.extensionRefused', comment)
}
