/** The counter: who came to a meal, by code, card or list, also written down later with the real time (90 B 3, F3). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { dayOf, momentText, parseMoment } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { anyOf, changing } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { refuseRevoked } from '../guests/guests.server.ts'
import { markVerified } from '../orders/ledger.server.ts'
import { endOf, type MealTimes, type MealType, mealTimes, startOf } from '../orders/times.ts'
import type { Counter, Diner } from './service.types.ts'

/** Minutes before a meal begins from which people are let in. */
export const EARLY_MINUTES = 30
/** Hours within which a meal is written down later. */
export const MAX_HOURS_LATE = 48
const [MINUTE, HOUR] = [60_000, 3_600_000]

interface MealRow {
  readonly id: number
  readonly date: string
  readonly mealType: MealType
}

async function mealOf(unit: UnitOfWork, menuId: number): Promise<MealRow> {
  const { rows } = await sql<MealRow>`
    select id, date, meal_type from menu_plan where id = ${menuId} and state <> 'draft' and deleted_at is null`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The moment of a meal that was eaten: now, while it is served; afterwards the time that was noted. @throws RuleError */
export function momentOf(
  times: MealTimes,
  { date, mealType }: Pick<MealRow, 'date' | 'mealType'>,
  now: Date,
  noted: string | undefined,
): Date {
  const opens = new Date(startOf(times, date, mealType).getTime() - EARLY_MINUTES * MINUTE)
  if (noted === undefined) {
    if (now < opens) throw new RuleError('meal.notYet', momentText(opens))
    if (now > endOf(times, date, mealType)) throw new RuleError('meal.overNoteTime').at('at')
    return now
  }
  const at = parseMoment(noted)
  if (at === null || at > now) throw new RuleError('meal.inFuture').at('at')
  if (now.getTime() - at.getTime() > MAX_HOURS_LATE * HOUR) throw new RuleError('meal.tooLate', MAX_HOURS_LATE).at('at')
  if (at < opens || dayOf(at) !== date) throw new RuleError('meal.notThen', momentText(opens), date).at('at')
  return at
}

/** Orders of a meal (alias `o`) that the counter reaches; the meals of receptions are verified with their tickets. */
const reached = (access: Access) =>
  reachedBy(access, 'mealOrder:Verify', { department: 'o.dept_id', owner: 'o.person_id' })

type DinerRow = Omit<Diner, 'verifiedAt'> & { readonly verifiedAt: Date | null }

async function dinersWhere(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<readonly Diner[]> {
  const { rows } = await sql<DinerRow>`
    select o.id, ${namedIn(language, 'u')} as person, u.emp_no, ${namedIn(language, 'd')} as dept, o.kind, o.portions, o.guest_name, o.takeaway, o.note, o.state, o.verified_at
    from meal_order o join shared_app_user u on u.id = o.person_id join shared_department d on d.id = o.dept_id
    where o.state <> 'cancelled' and ${condition} and ${reached(access)} order by o.state <> 'ordered', d.sort, u.name, o.id`.execute(
    unit.db,
  )
  return rows.map((row) => ({ ...row, verifiedAt: row.verifiedAt === null ? null : momentText(row.verifiedAt) }))
}

export async function counterOf(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  menuId: number,
): Promise<Counter> {
  const { date, mealType } = await mealOf(unit, menuId)
  const times = mealTimes(unit.settings)
  return {
    menuId,
    date,
    mealType,
    startsAt: momentText(startOf(times, date, mealType)),
    endsAt: momentText(endOf(times, date, mealType)),
    isOver: unit.clock.now() > endOf(times, date, mealType),
    diners: await dinersWhere(unit, access, language, sql<boolean>`o.menu_id = ${menuId}`),
  }
}

/** Meals of yesterday to today, newest first: those before are beyond a late entry. */
export async function counterMeals(unit: UnitOfWork) {
  const now = unit.clock.now()
  const times = mealTimes(unit.settings)
  const { rows } = await sql<{ menuId: number; date: string; mealType: MealType }>`
    select id as menu_id, date, meal_type from menu_plan where state <> 'draft' and deleted_at is null
      and date between ${unit.clock.today()}::date - 2 and ${unit.clock.today()}::date`.execute(unit.db)
  const begins = ({ date, mealType }: (typeof rows)[number]) => startOf(times, date, mealType).getTime()
  const opened = rows.filter((meal) => begins(meal) - EARLY_MINUTES * MINUTE <= now.getTime())
  return { today: unit.clock.today(), meals: opened.toSorted((a, b) => begins(b) - begins(a)) }
}

/** Orders that are chosen from a list; all of one meal where the menu is named. */
interface ChosenOrders {
  readonly menuId?: number | undefined
  readonly orderIds: readonly number[]
}

interface ChosenRow {
  readonly id: number
  readonly menuId: number
  readonly state: string
  readonly kind: string
}

/** Locks the chosen orders, those of one meal after those of another (E11). @throws notFound for one out of reach or of another meal */
async function lockChosen(
  unit: UnitOfWork,
  access: Access,
  { menuId, orderIds }: ChosenOrders,
): Promise<readonly ChosenRow[]> {
  const { rows } = await sql<ChosenRow>`
    select o.id, o.menu_id, o.state, o.kind from meal_order o where o.id = ${anyOf(orderIds)} and ${reached(access)} order by o.menu_id, o.id for update of o`.execute(
    unit.db,
  )
  const isForeign = menuId !== undefined && rows.some((row) => row.menuId !== menuId)
  if (isForeign || rows.length < new Set(orderIds).size) throw notFound()
  // Receptions are served by the step of their ticket.
  return rows.filter(({ kind }) => kind !== 'reception')
}

const menusOf = (rows: readonly ChosenRow[]): readonly number[] => [...new Set(rows.map(({ menuId }) => menuId))]

/** Verifies chosen orders, of several meals as well. What was verified before, and a reception, stays as it was; answers how many were verified. */
export async function verifyMany(
  unit: UnitOfWork,
  access: Access,
  { at, ...chosen }: ChosenOrders & { readonly at?: string | null | undefined },
): Promise<number> {
  const noted = at ?? undefined
  const rows = await lockChosen(unit, access, chosen)
  const open = rows.filter(({ state }) => state === 'ordered' || state === 'noShow')
  // A named meal is asked for its time even when nothing is left to verify.
  for (const menuId of chosen.menuId === undefined ? menusOf(open) : [chosen.menuId]) {
    const moment = momentOf(mealTimes(unit.settings), await mealOf(unit, menuId), unit.clock.now(), noted)
    const orders = open.filter((one) => one.menuId === menuId)
    await refuseRevoked(
      unit,
      orders.map(({ id }) => id),
      moment,
    )
    for (const order of orders) await markVerified(unit, order, { at: moment, by: access.userId, method: 'list' })
  }
  return open.length
}

/** Verifies the order that a code or an employee card stands for. @throws RuleError what speaks against it */
export async function verifyCode(
  unit: UnitOfWork,
  access: Access,
  language: Language,
  { menuId, code }: { readonly menuId: number; readonly code: string },
): Promise<Diner> {
  const meal = await mealOf(unit, menuId)
  const moment = momentOf(mealTimes(unit.settings), meal, unit.clock.now(), undefined)
  const read = (code.split('/').at(-1) ?? '').toUpperCase()
  const { rows } = await sql<{ id: number; state: string; isCode: boolean; verifiedAt: Date | null; menuId: number }>`
    select o.id, o.state, o.menu_id, o.verified_at, o.code = ${read} as is_code from meal_order o join shared_app_user u on u.id = o.person_id
      left join shared_access_grant g on g.id = o.grant_id
    where (o.code = ${read} or o.menu_id = ${menuId} and (u.emp_no = ${read} and o.kind in ('staff', 'duty') or ${read} in (g.pass_code, upper(g.card_no)))) and o.state <> 'cancelled' and ${reached(access)}
    order by o.state <> 'ordered', o.kind = 'duty', o.id limit 1 for update of o`.execute(unit.db)
  const order = rows[0]
  if (!order) throw new RuleError('meal.codeUnknown').at('code')
  if (order.menuId !== menuId) throw new RuleError('meal.otherMeal').at('code')
  if (order.state !== 'ordered')
    throw new RuleError('meal.verifiedBefore', order.verifiedAt === null ? '' : momentText(order.verifiedAt)).at('code')
  await refuseRevoked(unit, [order.id], moment)
  await markVerified(unit, order, { at: moment, by: access.userId, method: order.isCode ? 'code' : 'card' })
  const [diner] = await dinersWhere(unit, access, language, sql<boolean>`o.id = ${order.id}`)
  if (!diner) throw notFound()
  return diner
}

/** Marks those who did not come, once their meal is over; answers how many. */
export async function markMissed(unit: UnitOfWork, access: Access, chosen: ChosenOrders): Promise<number> {
  const open = (await lockChosen(unit, access, chosen)).filter(({ state }) => state === 'ordered')
  for (const menuId of menusOf(open)) {
    const { date, mealType } = await mealOf(unit, menuId)
    const end = endOf(mealTimes(unit.settings), date, mealType)
    if (unit.clock.now() <= end) throw new RuleError('meal.notOver', momentText(end))
    const ids = open.filter((one) => one.menuId === menuId).map(({ id }) => id)
    await changing(unit, 'meal_order', { state: 'noShow', noShowAt: end }, access.userId)
      .where('id', '=', anyOf(ids))
      .execute()
  }
  if (open.length > 0) unit.changed('mealOrder', null)
  return open.length
}
