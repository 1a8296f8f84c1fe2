/** What is reported on an item, and how it ends (SUP-01, SUP-06, SUP-07). */
import type { Access } from '#src/define/access.ts'
import { problemAt, RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { fileIdsIn, textIn } from '#src/fields/values.ts'
import { changeItem, type ItemRow, lockItem, needHandler, needLeader, notifyOf, takeStep } from './items.server.ts'
import { milestonesOf } from './milestones.server.ts'
import { hasParts, openParts, rollUp } from './rollUp.server.ts'

const DONE = 100

async function writeReply(
  unit: UnitOfWork,
  item: ItemRow,
  values: FormData,
  {
    kind,
    progress,
    byUser,
  }: { readonly kind: 'lead' | 'co' | 'result'; readonly progress: number; readonly byUser: number },
): Promise<void> {
  const files = fileIdsIn(values.attachments)
  await unit.db
    .insertInto('supervision_reply')
    .values({
      itemId: item.id,
      at: unit.clock.now(),
      byUser,
      kind,
      progress,
      content: textIn(values.report),
      difficulty: textIn(values.difficulty) || null,
      nextStep: textIn(values.nextStep) || null,
      attachments: files.length === 0 ? null : [...files],
    })
    .execute()
  unit.changed('supervisionReply', null)
}

/** The progress the handler reports: never less than before (SUP-01); where milestones or items of departments make it, nothing else does. */
async function progressOf(unit: UnitOfWork, item: ItemRow, values: FormData): Promise<number> {
  const given = values.newProgress
  if ((await milestonesOf(unit, item.id)).all > 0 || (await hasParts(unit, item.id))) return item.progress
  if (typeof given !== 'number') throw new ValidationError(problemAt('newProgress', 'check.required'))
  if (given < item.progress) throw new RuleError('rule.SUP-01', item.progress, given).at('newProgress')
  return given
}

/** A report: the handler's says how far the item is, that of an assisting department leaves the progress as it is (SUP-07). */
export async function reply(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  if (item.state !== 'doing' && item.state !== 'extending')
    throw new RuleError('supervision.notNow', item.no, { dictionary: 'supervisionState', value: item.state })
  const isHandler = item.handlerId === access.userId
  if (!isHandler && typeof values.newProgress === 'number' && values.newProgress !== item.progress)
    throw new RuleError('rule.SUP-07', item.progress).at('newProgress')
  const progress = isHandler ? await progressOf(unit, item, values) : item.progress
  await writeReply(unit, item, values, { kind: isHandler ? 'lead' : 'co', progress, byUser: access.userId })
  if (!isHandler) return
  await changeItem(
    unit,
    item,
    {
      progress,
      lastReply: textIn(values.report),
      lastReplyAt: unit.clock.now(),
      cycleSince: unit.clock.today(),
      missedCycles: 0,
    },
    access.userId,
  )
  if (item.parentId !== null) await rollUp(unit, item.parentId)
}

/** The result: everything is done, and the supervising leader decides. @throws RuleError while milestones or items of departments are open */
export async function submit(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needHandler(item, access)
  const { all, done } = await milestonesOf(unit, id)
  if (all > 0 && done < DONE) throw new RuleError('supervision.milestonesOpen', done)
  const parts = await openParts(unit, id)
  if (parts > 0) throw new RuleError('supervision.partsOpen', parts)
  await writeReply(unit, item, values, { kind: 'result', progress: DONE, byUser: access.userId })
  await takeStep(
    unit,
    item,
    'submit',
    {
      progress: DONE,
      repliedAt: unit.clock.now(),
      lastReply: textIn(values.report),
      lastReplyAt: unit.clock.now(),
      cycleSince: null,
    },
    access.userId,
  )
  notifyOf(unit, item, [item.leaderId, item.officerId], 'supervision.replied')
  if (item.parentId !== null) await rollUp(unit, item.parentId)
}

/** SUP-05, SUP-06: closed with a score; whether that was in time by the current and by the first due date stays with it. */
export async function closeItem(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needLeader(item, access)
  const today = unit.clock.today()
  const changes = {
    closedAt: unit.clock.now(),
    closedLate: today > item.dueDate,
    closedLateFirst: today > item.firstDueDate,
    score: Number(values.newScore),
    closeComment: textIn(values.comment) || null,
  }
  await takeStep(unit, item, 'close', changes, access.userId)
  notifyOf(unit, item, [item.handlerId], 'supervision.closed', Number(values.newScore))
}

/** The result is not accepted: the handler goes on. */
export async function sendBack(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needLeader(item, access)
  const changes = { repliedAt: null, cycleSince: unit.clock.today(), missedCycles: 0 }
  await takeStep(unit, item, 'sendBack', changes, access.userId)
  notifyOf(unit, item, [item.handlerId], 'supervision.sentBack', textIn(values.comment))
}

/** The score of a closed item is corrected. */
export async function rescore(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needLeader(item, access)
  await changeItem(unit, item, { score: Number(values.newScore), closeComment: textIn(values.comment) }, access.userId)
  notifyOf(unit, item, [item.handlerId], 'supervision.rescored', Number(values.newScore))
}

/** The item ends without a result; a pending extension is dropped with it. */
export async function terminate(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needLeader(item, access)
  const reason = textIn(values.reason)
  await unit.db
    .updateTable('supervision_extension')
    .set({ state: 'dropped', updatedAt: unit.clock.now(), updatedBy: access.userId })
    .where('itemId', '=', id)
    .where('state', '=', 'pending')
    .execute()
  await takeStep(unit, item, 'terminate', { endReason: reason, askedDueDate: null, cycleSince: null }, access.userId)
  notifyOf(unit, item, [item.handlerId], 'supervision.terminated', reason)
  if (item.parentId !== null) await rollUp(unit, item.parentId)
}
