import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import { endLines } from '#src/modules/canteen/waiting/waiting.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, MENU, openKitchen, outcome, type Row } from './kitchen.ts'

const [JOIN, LEAVE] = ['/api/canteen/waiting/join/', '/api/canteen/waiting/leave/'] as const
const PEOPLE = 24

describe.each(oneEngine)('waiting lists of full meals on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let people: readonly Client[]

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    kitchen = await openKitchen(app)
    const names = await kitchen.rows<{ username: string }>(
      sql`select distinct u.username from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        where u.state and u.deleted_at is null and u.username <> 'qi32' and r.key = 'staff' order by 1 limit ${PEOPLE}`,
    )
    people = await Promise.all(names.map(({ username }) => app.as(username)))
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    kitchen = await openKitchen(app)
    await emptyCanteen(app)
    await sql`delete from notice`.execute(app.database.db)
  })
  const join = async (client: Client, menuId: number) => {
    const answer = await client.post<{ place: number }>(JOIN, { menuId })
    return answer.code === 2000 ? answer.data.place : outcome(answer)
  }
  const holders = async (menuId: number) =>
    (
      await kitchen.rows<{ personId: number; channel: string }>(
        sql`select person_id, channel from meal_order where menu_id = ${menuId} and state = 'ordered' order by id`,
      )
    ).map(({ personId, channel }) => [personId, channel])
  const line = async (client: Client) => {
    const { data } = await client.get<{ days: { meals: { waiting: { count: number; place: number | null } }[] }[] }>(
      '/api/canteen/own/',
    )
    return data.days.flatMap(({ meals }) => meals.map(({ waiting }) => waiting))
  }
  const notices = async (client: Client) =>
    (
      await kitchen.rows<{ key: string }>(
        sql`select title ->> 'key' as key from notice where recipient_id = ${client.userId} order by id`,
      )
    ).map(({ key }) => key)

  it('gives a freed portion to the first in line, shows the places and tells the person', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 1 })
    const [first, second, third] = people as readonly [Client, Client, Client]
    expect(await join(second, menuId)).toBe('meal.notFull')
    const { data } = await kitchen.order(first, menuId)
    expect([await join(second, menuId), await join(third, menuId), await join(second, menuId)]).toEqual([1, 2, 1])
    expect(await join(first, menuId)).toBe('meal.duplicate')
    expect([await line(third), await line(first)]).toEqual([[{ count: 2, place: 2 }], [{ count: 2, place: null }]])
    await kitchen.cancel(first, data.id)
    expect(await holders(menuId)).toEqual([[second.userId, 'waiting']])
    expect([await line(third), await line(second)]).toEqual([[{ count: 1, place: 1 }], [{ count: 1, place: null }]])
    expect([await notices(second), await notices(third)]).toEqual([['meal.waitingServed'], []])
  })

  it('names who waits to the kitchen, in the order of the line', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 1 })
    const [first, second, third] = people as readonly [Client, Client, Client]
    const inLine = async () => {
      const { data } = await kitchen.manager.get<{
        days: { meals: { id: number; waiting: { person: string; dept: string; joinedAt: string }[] }[] }[]
      }>('/api/canteen/kitchen/')
      return data.days.flatMap(({ meals }) => meals).find(({ id }) => id === menuId)?.waiting
    }
    await kitchen.order(first, menuId)
    expect(await inLine()).toEqual([])
    await join(third, menuId)
    await join(second, menuId)
    const names = await kitchen.rows<{ id: number; name: string; dept: string }>(
      sql`select u.id, u.name, d.name as dept from app_user u join department d on d.id = u.dept_id
        where u.id in (${second.userId}, ${third.userId})`,
    )
    const personOf = (client: Client) => {
      const found = names.find(({ id }) => id === client.userId)
      return { person: found?.name, dept: found?.dept, joinedAt: '2026-03-11 10:00:00' }
    }
    expect(await inLine()).toEqual([personOf(third), personOf(second)])
    await third.post(LEAVE, { menuId })
    expect(await inLine()).toEqual([personOf(second)])
  })

  it('lets a person leave the line, once', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 1 })
    const [first, second, third] = people as readonly [Client, Client, Client]
    const { data } = await kitchen.order(first, menuId)
    await join(second, menuId)
    await join(third, menuId)
    expect(outcome(await second.post(LEAVE, { menuId }))).toBe(2000)
    expect(outcome(await second.post(LEAVE, { menuId }))).toBe('version.conflict')
    await kitchen.cancel(first, data.id)
    expect(await holders(menuId)).toEqual([[third.userId, 'waiting']])
  })

  it.each([
    ['2026-03-12 09:30:00', 'waiting'],
    ['2026-03-12 09:30:01', null],
  ])('CAN-42 serves the line until the deadline: %s', async (moment, expected) => {
    const menuId = await kitchen.menu({ days: 1, capacity: 1 })
    const [first, second] = people as readonly [Client, Client]
    const { data } = await kitchen.order(first, menuId)
    await join(second, menuId)
    app.clock.set(parseMoment(moment)!)
    kitchen = await openKitchen(app)
    await kitchen.cancel(kitchen.manager, data.id, { reason: '不来了' })
    expect((await holders(menuId))[0]?.[1] ?? null).toBe(expected)
    if (expected === null) expect(await join(kitchen.manager, menuId)).toBe('meal.cutoff')
  })

  it('serves the line when the canteen adds portions, changes a guest order or cancels one', async () => {
    const menuId = await kitchen.menu({ days: 1, capacity: 5 })
    const [first, second, third] = people as readonly [Client, Client, Client]
    const guest = await kitchen.order(kitchen.manager, menuId, {
      kind: 'guest',
      guestName: '来宾',
      personId: first.userId,
      portions: 5,
    })
    for (const client of [first, second, third]) await join(client, menuId)
    const { data } = await kitchen.manager.get<Row>(`${MENU}${menuId}/`)
    expect((await kitchen.manager.put(`${MENU}${menuId}/`, { ...data, capacity: 6 })).code).toBe(2000)
    expect((await holders(menuId)).slice(1)).toEqual([[first.userId, 'waiting']])
    await kitchen.manager.post('/api/canteen/orders/portions/', { orderId: guest.data.id, portions: 4 })
    expect((await holders(menuId)).slice(1)).toEqual([
      [first.userId, 'waiting'],
      [second.userId, 'waiting'],
    ])
    await kitchen.cancel(kitchen.manager, guest.data.id, { reason: '不来了' })
    const menu = await kitchen.menuNow(menuId)
    expect([(await holders(menuId)).length, menu.booked, await kitchen.portions(menuId)]).toEqual([3, 3, 3])
  })

  it('ends the line with the deadline and with a menu that is withdrawn, once, and tells those in it', async () => {
    const [one, two] = [
      await kitchen.menu({ days: 1, capacity: 1 }),
      await kitchen.menu({ days: 2, capacity: 1 }),
    ] as const
    const [first, second] = people as readonly [Client, Client]
    for (const menuId of [one, two]) {
      await kitchen.order(first, menuId)
      await join(second, menuId)
    }
    const { data } = await kitchen.manager.get<Row>(`${MENU}${two}/`)
    await kitchen.manager.post(`${MENU}${two}/withdraw/`, { version: data.version, reason: '停气检修，暂停供餐' })
    app.clock.set(parseMoment('2026-03-12 11:00:00')!)
    await write(app.services, endLines)
    await write(app.services, endLines)
    const { rows } = await sql`select from meal_waiting`.execute(app.database.db)
    expect([rows.length, (await holders(two)).length, (await holders(one)).length]).toEqual([0, 0, 1])
    expect(await notices(second)).toEqual(['meal.waitingWithdrawn', 'meal.waitingMissed'])
  })

  it('F1 CAN-43 never exceeds the capacity and serves the line in order when many order, cancel, join and leave at once', async () => {
    const CAPACITY = 6
    const menuId = await kitchen.menu({ days: 1, capacity: CAPACITY })
    const [eating, waiting, crowd] = [
      people.slice(0, CAPACITY),
      people.slice(CAPACITY, CAPACITY * 2),
      people.slice(CAPACITY * 2),
    ]
    const orders = await Promise.all(eating.map((client) => kitchen.order(client, menuId)))
    for (const client of waiting) await join(client, menuId)
    const watched: boolean[] = []
    let isDone = false
    const watch = (async () => {
      while (!isDone) watched.push((await kitchen.portions(menuId)) <= CAPACITY)
    })()
    const cancels = orders.slice(0, CAPACITY - 1).map(({ data }, index) => kitchen.cancel(eating[index]!, data.id))
    const others = crowd.map(async (client, index) => {
      if (index % 2 === 0) return outcome(await kitchen.order(client, menuId))
      await join(client, menuId)
      return outcome(await client.post(LEAVE, { menuId }))
    })
    const answers = await Promise.all([...cancels.map((one) => one.then(outcome)), ...others])
    isDone = true
    await watch
    expect(new Set(answers)).toEqual(new Set([2000, 'order.capacity']))
    // All but one were freed: the first five of the line have them, in its order, and no later one.
    expect(await holders(menuId)).toEqual([
      [eating.at(-1)!.userId, 'self'],
      ...waiting.slice(0, CAPACITY - 1).map(({ userId }) => [userId, 'waiting']),
    ])
    expect([watched.every(Boolean), (await kitchen.menuNow(menuId)).booked]).toEqual([true, CAPACITY])
    expect(await line(waiting.at(-1)!)).toEqual([{ count: 1, place: 1 }])
  })

  it('writes nothing without a body', async () => {
    for (const path of [JOIN, LEAVE]) expect(outcome(await people[0]!.post(path, {}))).toBe(4000)
  })
})
