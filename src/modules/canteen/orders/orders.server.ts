/** Ordering and cancelling: one function for every channel, decided by the moment a call arrived (CAN-41 to CAN-46, F2). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays, dayOf, momentText } from '#src/define/days.ts'
import { notFound, type Problem, problemOf, RuleError } from '#src/define/problem.ts'
import { reachedBy } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { type Guest, guestOf, refuseUngranted } from '../guests/guests.server.ts'
import { LIMITED_AHEAD, limitProblem } from '../limits/limit.ts'
import { limitOf } from '../limits/limits.server.ts'
import { release, resize } from '../waiting/waiting.server.ts'
import { isAwayAtNoon } from './conditions.server.ts'
import {
  book,
  lockMenu,
  lockOrder,
  lockPublished,
  type MenuRow,
  type NewOrder,
  unpublishedError,
} from './ledger.server.ts'
import { cutoffOf, type MealTimes, mealTimes, ORDER_DAYS, startOf } from './times.ts'

/** Who runs the canteen orders for others, and until the meal begins. */
export const isManager = (access: Access): boolean => access.may('mealOrder:Verify')

/** A meal by its day. */
export type MealOfDay = Pick<MenuRow, 'date' | 'mealType'>

/** Why the meal can no longer, or not yet, be ordered or cancelled at that moment; null when it can. */
export function timeProblem(
  times: MealTimes,
  { date, mealType }: MealOfDay,
  { at, asManager }: { readonly at: Date; readonly asManager: boolean },
): Problem | null {
  if (date > addDays(dayOf(at), ORDER_DAYS)) return problemOf('meal.tooFarAhead', ORDER_DAYS)
  if (asManager)
    return at > startOf(times, date, mealType)
      ? problemOf('meal.started', momentText(startOf(times, date, mealType)))
      : null
  const cutoff = cutoffOf(times, date, mealType)
  return at > cutoff ? problemOf('meal.cutoff', momentText(cutoff)) : null
}

/** The same, as a refusal. A manager needs a reason behind the deadline (CAN-42). */
function refuseTime(
  unit: UnitOfWork,
  meal: MealOfDay,
  { at, asManager, reason }: { readonly at: Date; readonly asManager: boolean; readonly reason: string | null },
): void {
  const times = mealTimes(unit.settings)
  const problem = timeProblem(times, meal, { at, asManager })
  if (problem) throw new RuleError(problem.key, ...(problem.params ?? []))
  if (asManager && reason === null && at > cutoffOf(times, meal.date, meal.mealType))
    throw new RuleError('meal.reasonNeeded').at('reason')
}

interface Eater {
  readonly deptId: number
  readonly isGone: boolean
  readonly isAway: boolean
}

async function eaterOf(unit: UnitOfWork, personId: number, date: string): Promise<Eater> {
  const { rows } = await sql<Eater>`
    select u.dept_id, not u.state or u.deleted_at is not null as is_gone,
      ${isAwayAtNoon(sql.ref('u.id'), sql`${date}::date`)} as is_away
    from shared_app_user u where u.id = ${personId}`.execute(unit.db)
  if (!rows[0]) throw new RuleError('check.notFound').at('personId')
  return rows[0]
}

async function refuseLimited(unit: UnitOfWork, personId: number, date: string, today: string): Promise<void> {
  if (date <= addDays(today, LIMITED_AHEAD)) return
  const problem = limitProblem(await limitOf(unit, personId, today), date, today)
  if (problem) throw new RuleError(problem.key, ...(problem.params ?? [])).at('date')
}

/** Own meals follow the deadline; a manager who gives a reason, or acts for others, may until the meal begins. */
const actsAsManager = (access: Access, isOwn: boolean, reason: string | null): boolean =>
  isManager(access) && (!isOwn || reason !== null)

/** What a call asks for. */
export interface Order extends Pick<NewOrder, 'kind' | 'portions' | 'guestName' | 'takeaway' | 'note'> {
  /** The menu by its id, or by its day and meal. */
  readonly meal: number | MealOfDay
  readonly personId: number
  /** The grant of a person from outside, who is then the guest; their host is the person. */
  readonly grantId: number | null
  readonly reason: string | null
}

/** The moment a call arrived and who calls. */
export interface Call {
  readonly at: Date
  readonly access: Access
}

/** What a person with a grant orders is a guest's meal in the name of their host. */
const orderOf = ({ name, hostId }: Guest) => ({
  kind: 'guest' as const,
  personId: hostId,
  guestName: name,
  portions: 1,
})

/** Orders a meal; answers it with what the person should know (CAN-44). */
export async function order(
  unit: UnitOfWork,
  { meal, reason, ...asked }: Order,
  { at, access }: Call,
): Promise<{ readonly id: number; readonly warnings: readonly Problem[] }> {
  const isOwn = asked.grantId === null && asked.kind === 'staff' && asked.personId === access.userId
  // CAN-48.
  if (!isOwn && !isManager(access)) throw new RuleError('rule.CAN-48')
  const guest = asked.grantId === null ? null : await guestOf(unit, asked.grantId)
  const wanted = guest === null ? asked : { ...asked, ...orderOf(guest) }
  if (wanted.kind === 'guest' && !wanted.guestName) throw new RuleError('meal.guestName').at('guestName')
  if (wanted.kind !== 'guest' && wanted.portions !== 1) throw new RuleError('meal.onePortion').at('portions')
  const menu =
    typeof meal === 'number' ? await lockMenu(unit, meal) : await lockPublished(unit, meal.date, meal.mealType)
  if (menu === null) throw notFound()
  if (menu.state !== 'published') throw unpublishedError(menu.date, menu.mealType)
  refuseTime(unit, menu, { at, asManager: actsAsManager(access, isOwn, reason), reason })
  if (guest) refuseUngranted(guest, menu)
  const eater = await eaterOf(unit, wanted.personId, menu.date)
  if (eater.isGone && guest === null) throw new RuleError('rule.CAN-44').at('personId')
  if (wanted.kind === 'staff') await refuseLimited(unit, wanted.personId, menu.date, dayOf(at))
  const id = await book(
    unit,
    menu,
    { ...wanted, deptId: guest?.deptId ?? eater.deptId, channel: isOwn ? 'self' : 'manager', reason },
    access.userId,
  )
  return { id, warnings: eater.isAway && wanted.kind === 'staff' ? [problemOf('meal.away', menu.date)] : [] }
}

/** The order, locked with its menu, if it is the caller's own or within a manager's reach. */
async function ownedOrder(unit: UnitOfWork, id: number, access: Access) {
  const { rows } = await sql`
    select from meal_order o where o.id = ${id}
      and (o.person_id = ${access.userId} and o.kind = 'staff' or ${isManager(access)} and ${reachedBy(access, 'mealOrder:Cancel', { department: 'o.dept_id', owner: 'o.person_id' })})`.execute(
    unit.db,
  )
  if (rows.length === 0) throw notFound()
  const locked = await lockOrder(unit, id)
  // What belongs to a ticket ends with the ticket.
  if (locked.order.kind === 'reception') throw new RuleError('rule.CAN-48')
  if (locked.order.state !== 'ordered') throw new RuleError('version.conflict')
  return locked
}

export async function cancel(unit: UnitOfWork, id: number, reason: string | null, { at, access }: Call): Promise<void> {
  const locked = await ownedOrder(unit, id, access)
  const isOwn = locked.order.personId === access.userId && locked.order.kind === 'staff'
  // Whose meal the canteen cancels is told why.
  if (!isOwn && reason === null) throw new RuleError('meal.cancelReason').at('reason')
  refuseTime(unit, locked.menu, { at, asManager: actsAsManager(access, isOwn, reason), reason })
  await release(unit, locked, access.userId, reason)
  if (locked.order.personId !== access.userId)
    unit.notify({
      to: [locked.order.personId],
      contentType: 'REMIND',
      title: {
        key: 'meal.cancelledByManager',
        params: [locked.order.date, { dictionary: 'mealType', value: locked.order.mealType }, reason ?? ''],
      },
      link: '/restaurant/order',
    })
}

/** Changes the portions of a guest order. */
export async function changePortions(
  unit: UnitOfWork,
  id: number,
  { portions, reason }: { readonly portions: number; readonly reason: string | null },
  { at, access }: Call,
): Promise<void> {
  const locked = await ownedOrder(unit, id, access)
  if (locked.order.kind !== 'guest' || locked.order.grantId !== null)
    throw new RuleError('meal.onePortion').at('portions')
  refuseTime(unit, locked.menu, { at, asManager: actsAsManager(access, false, reason), reason })
  await resize(unit, locked, portions, access.userId)
}
