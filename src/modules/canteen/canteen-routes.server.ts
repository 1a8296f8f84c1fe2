/** Calls of both pages beside the lists of their records. */
import { sql } from 'kysely'
import { z } from 'zod'
import { operation } from '#src/define/operations/operations.ts'
import { type RouteDefinition, route, type UnitOfWork } from '#src/define/server.ts'
import { line } from '#src/fields/shapes.server.ts'
import { canteenDictionaries } from './canteen.names.ts'
import { kitchenDays } from './day/kitchen.server.ts'
import { copyWeek, publishWeek } from './menus/menus.server.ts'
import { mondayOf, ownMeals, weekOf } from './menus/week.server.ts'
import type { Withdrawal } from './menus/week.types.ts'
import { cancel, changePortions, type MealOfDay, order } from './orders/orders.server.ts'
import { MAX_PORTIONS, type MealType, mealTypes } from './orders/times.ts'
import { MAX_SCORE, MIN_SCORE } from './ratings/rating-record.ts'
import { rate } from './ratings/ratings.server.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const day = z.string().refine((text) => /^20\d{2}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)))
const reason = line(200).min(2).nullish()

async function withdrawalOf(unit: UnitOfWork, menuId: number): Promise<Withdrawal> {
  const { rows } = await sql<Withdrawal>`
    select count(*)::int as orders, coalesce(sum(portions), 0)::int as portions, (count(*) filter (where kind = 'reception'))::int as receptions
    from meal_order where menu_id = ${menuId} and state <> 'cancelled'`.execute(unit.db)
  return rows[0] ?? { orders: 0, portions: 0, receptions: 0 }
}

async function storeAllergens(unit: UnitOfWork, userId: number, allergens: readonly string[]): Promise<void> {
  await sql`
    insert into meal_profile (user_id, allergens, updated_at) values (${userId}, ${[...new Set(allergens)].sort()}::text[], ${unit.clock.now()}::timestamptz)
    on conflict (user_id) do update set allergens = excluded.allergens, updated_at = excluded.updated_at`.execute(
    unit.db,
  )
  unit.changed('mealOrder', null)
}

interface MealAsked {
  readonly menuId?: number | undefined
  readonly date?: string | undefined
  readonly mealType?: MealType | undefined
}

/** The menu itself, or the meal whose menu it is. */
function mealOf({ menuId, date, mealType }: MealAsked): number | MealOfDay {
  if (menuId !== undefined) return menuId
  if (date === undefined || mealType === undefined) throw new RangeError('no meal')
  return { date, mealType }
}

const menuRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/week/',
    permission: 'mealOrder:Search',
    query: z.strictObject({ day: day.optional() }),
    handle: ({ unit, access, language, query }) => weekOf(unit, access, language, query.day),
  }),
  route({
    method: 'GET',
    url: '/api/canteen/withdrawal/',
    permission: 'menuPlan:Withdraw',
    query: z.strictObject({ menuId: id }),
    handle: ({ unit, query }) => withdrawalOf(unit, query.menuId),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/menus/publish/',
    permission: 'menuPlan:Publish',
    operation: operation('canteen.publishWeek'),
    body: z.strictObject({ day }),
    handle: ({ unit, access, body }) => publishWeek(unit, mondayOf(body.day), access.userId),
  }),
  route({
    method: 'POST',
    url: '/api/canteen/menus/copy/',
    permission: 'menuPlan:Copy',
    operation: operation('canteen.copyWeek'),
    body: z.strictObject({ from: day, to: day }),
    async handle({ unit, access, body }) {
      return { copied: await copyWeek(unit, mondayOf(body.from), mondayOf(body.to), access.userId) }
    },
  }),
  route({
    method: 'GET',
    url: '/api/canteen/kitchen/',
    permission: 'mealOrder:Verify',
    query: z.strictObject({ from: day.optional() }),
    handle: ({ unit, language, query }) => kitchenDays(unit, language, query.from),
  }),
]

const orderRoutes: readonly RouteDefinition[] = [
  route({
    method: 'GET',
    url: '/api/canteen/own/',
    permission: 'mealOrder:Create',
    handle: ({ unit, access, language }) => ownMeals(unit, access, language),
  }),
  // F2: when a call arrived is taken before it waits for a connection or a lock, and once for all its tries.
  route({
    method: 'POST',
    url: '/api/canteen/orders/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.order'),
    ownTransaction: true,
    body: z
      .strictObject({
        menuId: id.optional(),
        /** With `mealType`, in the place of the menu. */
        date: day.optional(),
        mealType: z.enum(mealTypes).optional(),
        personId: id.nullish(),
        kind: z.enum(['staff', 'guest', 'duty']).default('staff'),
        portions: z.number().int().min(1).max(MAX_PORTIONS).nullish(),
        grantId: id.nullish(),
        guestName: line(20).min(1).nullish(),
        takeaway: z.boolean().nullish(),
        note: line(50).nullish(),
        reason,
      })
      .refine(({ menuId, date, mealType }) => menuId !== undefined || (date !== undefined && mealType !== undefined), {
        path: ['mealType'],
      }),
    handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write((writing) =>
        order(
          writing,
          {
            meal: mealOf(body),
            kind: body.kind,
            personId: body.personId ?? access.userId,
            grantId: body.grantId ?? null,
            portions: body.portions ?? 1,
            guestName: body.guestName ?? null,
            takeaway: body.takeaway ?? false,
            note: body.note ?? null,
            reason: body.reason ?? null,
          },
          { at, access },
        ),
      )
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/orders/cancel/',
    permission: 'mealOrder:Cancel',
    operation: operation('canteen.cancel'),
    ownTransaction: true,
    body: z.strictObject({ orderId: id, reason }),
    async handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write(async (writing) => {
        await cancel(writing, body.orderId, body.reason ?? null, { at, access })
        return null
      })
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/orders/portions/',
    permission: 'mealOrder:Verify',
    operation: operation('canteen.portions'),
    ownTransaction: true,
    body: z.strictObject({ orderId: id, portions: z.number().int().min(1).max(MAX_PORTIONS), reason }),
    async handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write(async (writing) => {
        const { orderId, portions } = body
        await changePortions(writing, orderId, { portions, reason: body.reason ?? null }, { at, access })
        return null
      })
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/ratings/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.rate'),
    ownTransaction: true,
    body: z.strictObject({
      orderId: id,
      score: z.number().int().min(MIN_SCORE).max(MAX_SCORE),
      comment: line(200).nullish(),
    }),
    handle({ unit, access, body, write }) {
      const at = unit.clock.now()
      return write(async (writing) => {
        await rate(writing, { ...body, comment: body.comment ?? null }, { at, access })
        return null
      })
    },
  }),
  route({
    method: 'POST',
    url: '/api/canteen/allergens/',
    permission: 'mealOrder:Create',
    operation: operation('canteen.allergens'),
    body: z.strictObject({ allergens: z.array(z.enum(canteenDictionaries.allergen)).max(8) }),
    async handle({ unit, access, body }) {
      await storeAllergens(unit, access.userId, body.allergens)
      return null
    },
  }),
]

export const canteenRoutes: readonly RouteDefinition[] = [...menuRoutes, ...orderRoutes]
