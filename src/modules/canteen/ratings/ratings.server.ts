/** Ratings of meals: by those who ate, once for a meal, within two days (CAN-05). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { adding } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Hours after a meal within which it is rated. */
export const RATING_HOURS = 48
const HOUR = 3_600_000

const windowEnd = (eatenAt: Date): Date => new Date(eatenAt.getTime() + RATING_HOURS * HOUR)

/** A meal that the person may still rate. */
export interface Ratable {
  readonly orderId: number
  readonly date: string
  readonly mealType: string
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly until: string
}

/** Meals that the person ate and may rate, the newest first. */
export async function ratableMeals(unit: UnitOfWork, userId: number): Promise<readonly Ratable[]> {
  const since = new Date(unit.clock.now().getTime() - RATING_HOURS * HOUR)
  const { rows } = await sql<{ orderId: number; date: string; mealType: string; verifiedAt: Date }>`
    select o.id as order_id, o.date, o.meal_type, o.verified_at from meal_order o
    where o.person_id = ${userId} and o.kind in ('staff', 'duty') and o.state in ('verified', 'settled') and o.verified_at >= ${since}::timestamptz
      and not exists (select from meal_rating r where r.order_id = o.id) order by o.verified_at desc`.execute(unit.db)
  return rows.map(({ verifiedAt, ...row }) => ({ ...row, until: momentText(windowEnd(verifiedAt)) }))
}

interface Rating {
  readonly orderId: number
  readonly score: number
  readonly comment: string | null
}

/** Rates a meal. @throws RuleError CAN-05 for a meal the person did not eat, rated before, or whose time is over */
export async function rate(
  unit: UnitOfWork,
  { orderId, score, comment }: Rating,
  { at, access }: { readonly at: Date; readonly access: Access },
): Promise<void> {
  const order = await unit.db
    .selectFrom('meal_order')
    .select(['id', 'menuId', 'date', 'mealType', 'personId', 'deptId', 'kind', 'verifiedAt'])
    .where('id', '=', orderId)
    .where('personId', '=', access.userId)
    .forUpdate()
    .executeTakeFirst()
  if (order === undefined) throw notFound()
  const { id, kind, verifiedAt, ...meal } = order
  if (verifiedAt === null || (kind !== 'staff' && kind !== 'duty')) throw new RuleError('rule.CAN-05')
  if (at > windowEnd(verifiedAt)) throw new RuleError('meal.ratingOver', momentText(windowEnd(verifiedAt)))
  const { rows } = await sql`select from meal_rating where order_id = ${id}`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('meal.ratedBefore')
  await adding(unit, 'meal_rating', { ...meal, orderId: id, score, comment }, access.userId).execute()
  unit.changed('mealRating', null)
}
