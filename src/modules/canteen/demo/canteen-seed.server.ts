/** The demo canteen (70): its library, three weeks of menus and what people ordered. Every figure follows from the day and the person, so that a start repeats itself. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { cutoffOf, endOf, type MealType, mealTimes, priceOf, startOf } from '../orders/times.ts'
import { families as dishFamilies, plates } from './dishes-seed.server.ts'
import { families as ingredientFamilies } from './ingredients-seed.server.ts'
import { seedMaterials } from './materials-seed.server.ts'
import { seedSafety } from './safety-seed.server.ts'
import { seedSamples } from './samples-seed.server.ts'
import { seedStore } from './store-seed.server.ts'

/** Menus from so many days before today to so many after: three weeks, and before them what a month is settled of. */
const [DAYS_BACK, DAYS_AHEAD] = [52, 6]
const meals = ['breakfast', 'lunch', 'dinner'] as const
/** Of a hundred people, how many eat at a meal of a workday and of a day off. */
const appetite = { breakfast: [82, 48], lunch: [97, 52], dinner: [80, 44] } as const
const CAPACITY = 160
/** Staples of the morning; the others are served with dishes. */
const morningStaple = /粥|馒头|花卷|饼|包/

/** A number from 0 to 99 that belongs to this person, day and meal. */
function chanceOf(...parts: readonly (string | number)[]): number {
  let hash = 2166136261
  for (const letter of parts.join(' ')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % 100
}

async function seedIngredients(unit: UnitOfWork, by: number): Promise<void> {
  const rows = ingredientFamilies.flatMap(([category, rowUnit, days, storage, names]) =>
    names.split(' ').map((name) => ({ category, unit: rowUnit, days, storage, name })),
  )
  await sql`
    insert into ingredient (name, category, unit, shelf_life_days, storage, min_stock, max_stock, trace_required, created_at, created_by, updated_at, updated_by)
    select i.name, i.category, i.unit, i.days, i.storage, 5, 60, i.category in ('meat', 'aquatic', 'egg'), ${unit.clock.now()}, ${by}, ${unit.clock.now()}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i (name text, category text, unit text, days int, storage text)`.execute(
    unit.db,
  )
}

async function seedDishes(unit: UnitOfWork, by: number): Promise<void> {
  const { rows: known } = await sql<{ id: number; name: string; unit: string }>`
    select id, name, unit from ingredient`.execute(unit.db)
  const rows = dishFamilies.flatMap(([category, calories, allergens, dishes]) =>
    dishes.split('|').map((text, place) => {
      const [name = '', parts = ''] = text.split(':')
      return {
        name,
        category,
        calories: calories + place * 5,
        allergens: allergens === '' ? null : allergens.split(' '),
        ingredients: parts.split(',').flatMap((part) => {
          const [ingredientName, qty = '0.1'] = part.split(' ')
          const found = known.find((one) => one.name === ingredientName)
          return found ? [{ ingredientId: found.id, qtyPerPortion: Number(qty).toFixed(3), unit: found.unit }] : []
        }),
      }
    }),
  )
  await sql`
    insert into dish (name, category, calories, allergens, ingredients, created_at, created_by, updated_at, updated_by)
    select d.name, d.category, d.calories, d.allergens, d.ingredients, ${unit.clock.now()}, ${by}, ${unit.clock.now()}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (name text, category text, calories int, allergens text[], ingredients jsonb)`.execute(
    unit.db,
  )
}

/** The dishes of a meal: a category goes through its dishes in turn. */
function dishesOf(
  library: readonly { readonly id: number; readonly name: string; readonly category: string }[],
  meal: keyof typeof plates,
  place: number,
) {
  return Object.entries(plates[meal]).flatMap(([category, count]) => {
    const isMorning = meal === 'breakfast'
    const choice = library.filter(
      (dish) => dish.category === category && (category !== 'staple' || morningStaple.test(dish.name) === isMorning),
    )
    return Array.from({ length: Math.min(count, choice.length) }, (_, index) => ({
      dishId: choice[(place * count + index + meal.length) % choice.length]?.id ?? 0,
      plannedPortions: category === 'staple' || category === 'soup' ? 90 : 60,
      window: null,
    }))
  })
}

async function seedMenus(unit: UnitOfWork, by: number): Promise<void> {
  const today = unit.clock.today()
  const { rows: library } = await sql<{ id: number; name: string; category: string }>`
    select id, name, category from dish order by id`.execute(unit.db)
  const rows = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, place) =>
    addDays(today, place - DAYS_BACK),
  ).flatMap((date, place) =>
    meals.map((mealType) => ({
      date,
      mealType,
      dishes: dishesOf(library, mealType, place),
      price: priceOf(unit.settings, mealType),
      state: endOf(mealTimes(unit.settings), date, mealType) < unit.clock.now() ? 'closed' : 'published',
    })),
  )
  await sql`
    insert into menu_plan (date, meal_type, dishes, capacity, price, state, published_at, published_by, created_at, created_by, updated_at, updated_by)
    select m.date, m."mealType", m.dishes, ${CAPACITY}, m.price, m.state, ${unit.clock.now()}, ${by}, ${unit.clock.now()}, ${by}, ${unit.clock.now()}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (date date, "mealType" text, dishes jsonb, price numeric, state text)
    order by m.date`.execute(unit.db)
}

interface Menu {
  readonly id: number
  readonly date: string
  readonly mealType: (typeof meals)[number]
  readonly price: string
}

/** What a person did with a meal: nothing, ordered it, ate it, missed it, or cancelled it. */
function orderOf(unit: UnitOfWork, menu: Menu, personId: number) {
  const { date, mealType } = menu
  const [workday, dayOff] = appetite[mealType]
  if (chanceOf(personId, date, mealType) >= (unit.calendar.isWorkday(date) ? workday : dayOff)) return null
  const times = mealTimes(unit.settings)
  const now = unit.clock.now()
  const cutoff = cutoffOf(times, date, mealType)
  const orderedAt = new Date(cutoff.getTime() - (1 + (chanceOf(personId, date) % 40)) * 3_600_000)
  if (orderedAt > now) return null
  const luck = chanceOf(date, personId, mealType, 'eats')
  // Rare, so that few people are limited (CAN-45).
  const isMissed = luck < 7 && chanceOf(personId, date, 'misses') < 12
  const start = startOf(times, date, mealType as MealType)
  const isOver = endOf(times, date, mealType) < now
  const eatenAt = new Date(start.getTime() + (5 + (luck % 60)) * 60_000)
  const state = luck < 4 ? 'cancelled' : !isOver ? 'ordered' : isMissed ? 'noShow' : 'verified'
  return {
    orderedAt,
    state,
    eatenAt: state === 'verified' ? eatenAt : null,
    cancelledAt: state === 'cancelled' ? orderedAt : null,
    missedAt: state === 'noShow' ? endOf(times, date, mealType) : null,
  }
}

async function seedOrders(unit: UnitOfWork, by: number): Promise<void> {
  const { rows: menus } = await sql<Menu>`select id, date, meal_type, price from menu_plan order by id`.execute(unit.db)
  const { rows: people } = await sql<{ id: number; deptId: number }>`
    select u.id, u.dept_id from shared_app_user u where u.state and u.deleted_at is null
      and exists (select from shared_role_holder h where h.user_id = u.id and h.role = 'staff') order by u.id`.execute(
    unit.db,
  )
  const rows = menus.flatMap((menu) =>
    people.flatMap(({ id, deptId }) => {
      const made = orderOf(unit, menu, id)
      return made === null ? [] : [{ menuId: menu.id, personId: id, deptId, ...made }]
    }),
  )
  await sql`
    insert into meal_order (menu_id, date, meal_type, person_id, dept_id, kind, portions, price, state, channel, verified_at, verified_by, verify_method,
      cancelled_at, cancelled_by, no_show_at, code, created_at, created_by, updated_at, updated_by)
    select m.id, m.date, m.meal_type, o."personId", o."deptId", 'staff', 1, m.price, o.state, 'self', o."eatenAt",
      case when o."eatenAt" is not null then ${by}::bigint end, case when o."eatenAt" is not null then 'card' end,
      o."cancelledAt", case when o."cancelledAt" is not null then o."personId" end, o."missedAt",
      upper(substr(md5('meal ' || m.id || ' ' || o."personId"), 1, 12)), o."orderedAt", o."personId", o."orderedAt", o."personId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o ("menuId" bigint, "personId" bigint, "deptId" bigint, state text, "orderedAt" timestamptz,
        "eatenAt" timestamptz, "cancelledAt" timestamptz, "missedAt" timestamptz)
      join menu_plan m on m.id = o."menuId" order by o."orderedAt", o."personId"`.execute(unit.db)
  await sql`
    update menu_plan m set booked = (select coalesce(sum(portions), 0) from meal_order o where o.menu_id = m.id and o.state <> 'cancelled')`.execute(
    unit.db,
  )
}

async function seedAllergens(unit: UnitOfWork): Promise<void> {
  await sql`
    insert into meal_profile (user_id, allergens, updated_at)
    select u.id, a.allergens, ${unit.clock.now()} from (values ('xi44', array['crustacean']), ('chen09', array['peanut', 'nut']), ('pan42', array['milk']),
      ('wu06', array['fish'])) as a (username, allergens) join shared_app_user u on u.username = a.username`.execute(
    unit.db,
  )
}

export async function seedCanteen(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from shared_app_user where username = 'qi32'`.execute(unit.db)
  const by = rows[0]?.id ?? 0
  await seedIngredients(unit, by)
  await seedDishes(unit, by)
  await seedStore(unit, by)
  await seedMenus(unit, by)
  await seedSamples(unit, by)
  await seedOrders(unit, by)
  await seedAllergens(unit)
  await seedMaterials(unit, by)
  await seedSafety(unit, by)
}
