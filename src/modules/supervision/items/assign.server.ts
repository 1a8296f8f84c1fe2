/** From the draft to the handler who signs for it (10.5, 90 B 5). */
import type { Access } from '#src/define/access.ts'
import { addDays, daysBetween } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { ticketActions } from '#src/define/services.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'
import { leadersOf, lockItem, needHandler, notifyOf, takeStep } from './items.server.ts'
import { reminderAt } from './light.ts'
import { syncMilestones } from './milestones.server.ts'

/** Workdays a handler has to sign for an item. */
export const SIGN_WORKDAYS = 2

/** The last day to sign for what is given today. */
export function signDueOn(unit: UnitOfWork): string {
  let day = unit.clock.today()
  for (let left = SIGN_WORKDAYS; left > 0; ) {
    day = addDays(day, 1)
    if (unit.calendar.isWorkday(day)) left -= 1
  }
  return day
}

/** The item goes to its handler; its due date of this day is the first, which stays (SUP-02). @throws RuleError `supervision.duePast` */
export async function assignItem(unit: UnitOfWork, id: number, byUser: number): Promise<void> {
  const item = await lockItem(unit, id)
  if (item.dueDate < unit.clock.today()) throw new RuleError('supervision.duePast', item.no, item.dueDate)
  const after = await takeStep(
    unit,
    item,
    'assign',
    {
      assignedAt: unit.clock.now(),
      firstDueDate: item.dueDate,
      signDue: signDueOn(unit),
      signReminded: false,
      signedAt: null,
      declineReason: null,
      // Who is given an item has just read when it is due.
      remindedDays: reminderAt(daysBetween(unit.clock.today(), item.dueDate)),
    },
    byUser,
  )
  await syncMilestones(unit, after)
  if (item.ticketId !== null) await unit.service(ticketActions).entrust(item.ticketId, item.handlerId, byUser)
  notifyOf(unit, item, [item.handlerId], 'supervision.assigned', item.dueDate)
  const assisting = await leadersOf(unit, item.coDeptIds ?? [])
  notifyOf(unit, item, [...assisting.values()], 'supervision.assisting', item.dueDate)
}

/** The handler has it from now on; the feedback cycle begins (SUP-04). */
export async function signFor(unit: UnitOfWork, id: number, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needHandler(item, access)
  const changes = { signedAt: unit.clock.now(), cycleSince: unit.clock.today(), missedCycles: 0 }
  await takeStep(unit, item, 'signFor', changes, access.userId)
}

/** The handler says that it is not theirs: it is a draft again, to be given to another. */
export async function decline(unit: UnitOfWork, id: number, values: FormData, access: Access): Promise<void> {
  const item = await lockItem(unit, id)
  needHandler(item, access)
  const reason = textIn(values.reason)
  await takeStep(unit, item, 'decline', { declineReason: reason, signDue: null }, access.userId)
  notifyOf(unit, item, [item.leaderId, item.officerId, item.createdBy], 'supervision.declined', reason)
}
