import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#src/define/days.ts'
import type { RuleError } from '#src/define/problem.ts'
import { receptionMeals } from '#src/modules/canteen/contract.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, MENU, openKitchen, outcome, type Row } from './kitchen.ts'

const PEOPLE = 50
const LEFT = 10

describe.each(oneEngine)('capacity of meals on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let people: readonly Client[]

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    kitchen = await openKitchen(app)
    const names = await kitchen.rows<{ username: string }>(
      (await import('kysely')).sql`
        select distinct u.username from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        where u.state and u.deleted_at is null and u.username <> 'qi32' and r.key = 'staff' order by 1 limit ${PEOPLE}`,
    )
    people = await Promise.all(names.map(({ username }) => app.as(username)))
    expect(people).toHaveLength(PEOPLE)
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await emptyCanteen(app)
  })
  const meals = <T>(work: (service: NonNullable<(typeof receptionMeals)['type']>) => Promise<T>): Promise<T> =>
    write(app.services, (unit) => work(unit.service(receptionMeals)))
  const tomorrow = addDays('2026-03-11', 1)
  const reserve = (ticketId: number, portions: number) =>
    meals((service) =>
      service.reserve({
        ticketId,
        applicantId: people[0]!.userId,
        deptId: 1,
        date: tomorrow,
        mealType: 'lunch',
        portions,
      }),
    ).then(
      (id) => id,
      (error: RuleError) => error.problem.key,
    )

  it('F1 CAN-43 E12 never exceeds the capacity with 50 people, changes, cancels and receptions at once', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: LEFT })
    const guest = (client: Client, portions: number) =>
      kitchen.order(kitchen.manager, menuId, { kind: 'guest', guestName: '来宾', personId: client.userId, portions })
    const watched: boolean[] = []
    let isDone = false
    const watch = (async () => {
      while (!isDone) watched.push((await kitchen.portions(menuId)) <= LEFT)
    })()
    const answers = await Promise.all(
      people.map(async (client, place) => {
        if (place % 10 === 0) return guest(client, 2).then(outcome)
        if (place % 10 === 5) return reserve(9000 + place, 3)
        const ordered = await kitchen.order(client, menuId)
        if (ordered.code === 2000 && place % 3 === 0) {
          const cancelled = await kitchen.cancel(client, ordered.data.id)
          return outcome(cancelled) === 2000 ? outcome(await kitchen.order(client, menuId)) : outcome(cancelled)
        }
        return outcome(ordered)
      }),
    )
    isDone = true
    await watch
    const refused = answers.filter((one) => typeof one === 'string')
    expect(new Set(refused)).toEqual(new Set(['order.capacity']))
    const [sum, menu] = [await kitchen.portions(menuId), await kitchen.menuNow(menuId)]
    expect([watched.every(Boolean), sum <= LEFT, menu.booked]).toEqual([true, true, sum])
    // Nobody was refused while there was room for one more.
    expect(sum).toBe(LEFT)
  })

  it('CAN-43 books what is counted after any order of creates, changes, cancels and receptions', async () => {
    const step = fc.record({
      what: fc.constantFrom('order', 'cancel', 'guest', 'portions', 'reserve', 'unreserve', 'capacity'),
      who: fc.nat(5),
      portions: fc.integer({ min: 1, max: 5 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await emptyCanteen(app)
        const menuId = await kitchen.menu({ days: 1, capacity: 8 })
        for (const { what, who, portions } of steps) {
          const client = people[who]!
          const live = await kitchen.rows<Row & { kind: string; personId: number }>(
            (await import('kysely')).sql`
              select * from meal_order where menu_id = ${menuId} and state = 'ordered' and person_id = ${client.userId} and kind <> 'reception' order by id`,
          )
          if (what === 'order') await kitchen.order(client, menuId)
          if (what === 'guest')
            await kitchen.order(kitchen.manager, menuId, {
              kind: 'guest',
              guestName: '来宾',
              personId: client.userId,
              portions,
            })
          if (what === 'cancel' && live[0]) await kitchen.cancel(kitchen.manager, live[0].id, { reason: '不来了' })
          if (what === 'portions' && live[0])
            await kitchen.manager.post('/api/canteen/orders/portions/', { orderId: live[0].id, portions })
          if (what === 'reserve') await reserve(7000 + who, portions)
          if (what === 'unreserve') await meals((service) => service.cancel(7000 + who, '取消', null))
          if (what === 'capacity') {
            const { data } = await kitchen.manager.get<Row>(`${MENU}${menuId}/`)
            await kitchen.manager.put(`${MENU}${menuId}/`, { ...data, capacity: portions * 2 })
          }
          const menu = await kitchen.menuNow(menuId)
          expect([menu.booked, menu.booked <= menu.capacity]).toEqual([await kitchen.portions(menuId), true])
        }
      }),
      { numRuns: 12 },
    )
  })

  it('CAN-48 reserves, verifies and cancels the meal of a reception, each once for its ticket (INV-09)', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 11 })
    const [first, again] = [await reserve(8001, 11), await reserve(8001, 11)]
    expect([typeof first, again, await kitchen.portions(menuId)]).toEqual(['number', first, 11])
    expect(await reserve(8002, 1)).toBe('order.capacity')
    await meals((service) => service.cancel(8001, '接待取消', null))
    await meals((service) => service.cancel(8001, '接待取消', null))
    expect(await kitchen.portions(menuId)).toBe(0)
    await expect(meals((service) => service.verify(8001, 1))).rejects.toMatchObject({
      problem: { key: 'meal.noReception' },
    })
    await reserve(8001, 11)
    await meals((service) => service.verify(8001, kitchen.manager.userId))
    await meals((service) => service.verify(8001, kitchen.manager.userId))
    await expect(meals((service) => service.cancel(8001, '接待取消', null))).rejects.toMatchObject({
      problem: { key: 'meal.served' },
    })
    expect([await kitchen.portions(menuId), await meals((service) => service.offer(tomorrow, 'lunch'))]).toEqual([
      11,
      { left: 0, price: '8.00' },
    ])
  })

  it('CAN-46 CAN-42 reserves a reception of a published menu until the meal begins', async () => {
    expect(await reserve(8003, 2)).toBe('meal.unpublished')
    await kitchen.menu({ days: 1 })
    app.clock.set(new Date('2026-03-12T03:30:00Z'))
    expect(typeof (await reserve(8003, 2))).toBe('number')
    app.clock.set(new Date('2026-03-12T03:30:00.001Z'))
    expect(await reserve(8004, 2)).toBe('meal.started')
  })
})
