/** People from outside who eat by a grant of access: ordered for while it holds, cancelled when it ends (CAN-44). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { anyOf } from '#src/define/records/rows.server.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import { lockOrder, type MenuRow } from '../orders/ledger.server.ts'
import { type MealType, mealTimes, startOf } from '../orders/times.ts'
import { release } from '../waiting/waiting.server.ts'

export type Guest = Pick<
  RowOf<'shared_access_grant'>,
  'id' | 'name' | 'hostId' | 'deptId' | 'validFrom' | 'validTo' | 'meals' | 'state'
>

/** The person of a grant. @throws RuleError when there is no such grant */
export async function guestOf(unit: UnitOfWork, grantId: number): Promise<Guest> {
  const guest = await unit.db
    .selectFrom('shared_access_grant')
    .select(['id', 'name', 'hostId', 'deptId', 'validFrom', 'validTo', 'meals', 'state'])
    .where('id', '=', grantId)
    .executeTakeFirst()
  if (guest === undefined) throw new RuleError('check.notFound').at('grantId')
  return guest
}

/** @throws RuleError when the grant is not in force, or does not cover that day or meal */
export function refuseUngranted(
  { name, state, validFrom, validTo, meals }: Guest,
  { date, mealType }: Pick<MenuRow, 'date' | 'mealType'>,
): void {
  if (state !== 'active') throw new RuleError('meal.grantOver', name).at('grantId')
  if (date < validFrom || date > validTo) throw new RuleError('meal.grantDays', name, validFrom, validTo).at('grantId')
  if (!(meals ?? []).includes(mealType))
    throw new RuleError('meal.grantMeal', name, { dictionary: 'mealType', value: mealType }).at('grantId')
}

/** @throws RuleError when one of these orders is of a person whose grant was revoked before that moment */
export async function refuseRevoked(unit: UnitOfWork, orderIds: readonly number[], at: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select g.name from meal_order o join shared_access_grant g on g.id = o.grant_id
    where o.id = ${anyOf(orderIds)} and g.state = 'revoked' and g.revoked_at <= ${at}::timestamptz order by o.id limit 1`.execute(
    unit.db,
  )
  if (rows[0]) throw new RuleError('meal.grantOver', rows[0].name)
}

interface EndedOrder {
  readonly id: number
  readonly date: string
  readonly mealType: MealType
  readonly name: string
  readonly hostId: number
}

/** Cancels meals that have not begun of people whose grant ended meanwhile, also of days that it no longer covers, and tells their hosts. */
export async function endGuests(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const times = mealTimes(unit.settings)
  const { rows } = await sql<EndedOrder>`
    select o.id, o.date, o.meal_type, coalesce(g.name, o.guest_name, '') as name, coalesce(g.host_id, o.person_id) as host_id
    from meal_order o left join shared_access_grant g on g.id = o.grant_id
    where o.state = 'ordered' and o.grant_id is not null and o.date >= ${unit.clock.today()}::date
      and (g.id is null or g.state <> 'active' or o.date > g.valid_to) order by o.menu_id, o.id`.execute(unit.db)
  for (const { id, date, mealType, name, hostId } of rows) {
    if (startOf(times, date, mealType) <= now) continue
    const locked = await lockOrder(unit, id)
    if (locked.order.state !== 'ordered') continue
    await release(unit, locked, null, null)
    unit.notify({
      to: [hostId],
      contentType: 'REMIND',
      title: { key: 'meal.grantEnded', params: [name, date, { dictionary: 'mealType', value: mealType }] },
      link: '/restaurant/order',
    })
  }
}

export const guestJobs: readonly JobDefinition[] = [
  { name: 'canteen.endGuests', every: { minutes: 5 }, run: endGuests },
]
