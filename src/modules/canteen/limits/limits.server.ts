/** Limits on ordering ahead, worked out from the meals that were missed, and lifting them (CAN-45). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { addDays } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound, RuleError } from '#src/define/problem.ts'
import { namedIn, reachedBy } from '#src/define/reach.server.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { mealTimes } from '../orders/times.ts'
import { LIMITED_DAYS, LOOK_BACK_DAYS, limitedUntil, WITHIN_DAYS } from './limit.ts'
import type { LimitedPerson } from './limits.types.ts'

interface MissedMeal {
  readonly personId: number
  readonly date: string
  readonly mealType: string
}

/**
 * Own meals that were missed since the last lifting; also those of months that are settled. Duty meals are another kind, and
 * whoever was on leave or on a trip when the meal began or ended did not miss it, also when that was approved later.
 */
async function missedMeals(unit: UnitOfWork, today: string, personId: number | null): Promise<readonly MissedMeal[]> {
  const { hours } = mealTimes(unit.settings)
  const { rows } = await sql<MissedMeal>`
    select o.person_id, o.date, o.meal_type
    from meal_order o join jsonb_each(${JSON.stringify(hours)}::jsonb) h (meal, served) on h.meal = o.meal_type
    where o.no_show_at is not null and o.kind = 'staff' and o.date between ${addDays(today, -LOOK_BACK_DAYS)}::date and ${today}::date
      and (${personId}::bigint is null or o.person_id = ${personId}::bigint)
      and not exists (select from shared_absence a where a.user_id = o.person_id
        and (a.period @> (o.date + (h.served ->> 'from')::time) or a.period @> (o.date + (h.served ->> 'to')::time)))
      and not exists (select from meal_limit_lift l where l.person_id = o.person_id and l.lifted_at >= o.no_show_at)
    order by o.person_id, o.date, o.no_show_at`.execute(unit.db)
  return rows
}

/** The last day on which the person orders for tomorrow at most; null without a limit. */
export async function limitOf(unit: UnitOfWork, personId: number, today: string): Promise<string | null> {
  const missed = await missedMeals(unit, today, personId)
  return limitedUntil(
    missed.map(({ date }) => date),
    today,
  )
}

/** The limits of today, by person. */
export async function limitsOf(unit: UnitOfWork, today: string): Promise<ReadonlyMap<number, string>> {
  const days = new Map<number, string[]>()
  for (const { personId, date } of await missedMeals(unit, today, null))
    days.set(personId, [...(days.get(personId) ?? []), date])
  return new Map(
    [...days].flatMap(([personId, dates]) => {
      const until = limitedUntil(dates, today)
      return until === null ? [] : [[personId, until] as const]
    }),
  )
}

/** Everybody within reach who is limited today, by department and name. */
export async function limitedPeople(
  unit: UnitOfWork,
  access: Access,
  language: Language,
): Promise<readonly LimitedPerson[]> {
  const today = unit.clock.today()
  const missed = await missedMeals(unit, today, null)
  const limits = [...new Set(missed.map(({ personId }) => personId))].flatMap((personId) => {
    const meals = missed.filter((meal) => meal.personId === personId)
    const until = limitedUntil(
      meals.map(({ date }) => date),
      today,
    )
    if (until === null) return []
    const since = addDays(until, 1 - LIMITED_DAYS - WITHIN_DAYS)
    const counted = meals.filter(({ date }) => date >= since)
    return [{ personId, until, missed: counted.map(({ date, mealType }) => ({ date, mealType })) }]
  })
  const { rows } = await sql<Pick<LimitedPerson, 'id' | 'person' | 'empNo' | 'dept'>>`
    select u.id, ${namedIn(language, 'u')} as person, u.emp_no, ${namedIn(language, 'd')} as dept
    from shared_app_user u join shared_department d on d.id = u.dept_id
    where u.id = ${anyOf(limits.map(({ personId }) => personId))} and u.state and u.deleted_at is null
      and ${reachedBy(access, 'mealOrder:NoShow', { department: 'u.dept_id', owner: 'u.id' })} order by d.sort, u.name, u.id`.execute(
    unit.db,
  )
  return rows.flatMap((row) => {
    const limit = limits.find(({ personId }) => personId === row.id)
    return limit === undefined ? [] : [{ ...row, missed: limit.missed, until: limit.until }]
  })
}

/** Lifts the limit of a person: meals missed until now count no more. @throws RuleError `meal.notLimited` */
export async function liftLimit(unit: UnitOfWork, access: Access, personId: number, reason: string): Promise<void> {
  const { rows } = await sql`
    select from shared_app_user u where u.id = ${personId} and ${reachedBy(access, 'mealOrder:NoShow', { department: 'u.dept_id', owner: 'u.id' })}`.execute(
    unit.db,
  )
  if (rows.length === 0) throw notFound()
  if ((await limitOf(unit, personId, unit.clock.today())) === null) throw new RuleError('meal.notLimited').at('reason')
  await unit.db
    .insertInto('meal_limit_lift')
    .values({ personId, reason, liftedAt: unit.clock.now(), liftedBy: access.userId })
    .execute()
  unit.changed('mealOrder', null)
  unit.notify({
    to: [personId],
    contentType: 'REMIND',
    title: { key: 'meal.limitLifted', params: [reason] },
    link: '/restaurant/order',
  })
}
