import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseMoment } from '#src/define/days.ts'
import { endGuests } from '#src/modules/canteen/guests/guests.server.ts'
import { mealHolding } from '#src/modules/canteen/orders/holding.server.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { emptyCanteen, type Kitchen, ORDERS, openKitchen, outcome, refusal } from './kitchen.ts'

const at = (text: string): Date => parseMoment(text)!
const COUNTER = '/api/canteen/counter/'

describe.each(oneEngine)('people with a grant of dining on %s', (engine) => {
  let app: TestApp
  let kitchen: Kitchen
  let host: Client
  let grants = 0

  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    await emptyCanteen(app)
    await setClock(T0)
  })
  async function setClock(moment: Date): Promise<void> {
    app.clock.set(moment)
    kitchen = await openKitchen(app)
    host = await app.as('xi44')
  }

  /** A grant from tomorrow to the day after, for lunch, unless said. */
  async function grant(more: { state?: string; to?: string; meals?: readonly string[] | null } = {}): Promise<number> {
    grants += 1
    const { state = 'active', to = '2026-03-13', meals = ['lunch'] } = more
    const { rows } = await sql<{ id: number }>`
      insert into access_grant (ticket_id, line_no, applicant_id, dept_id, host_id, grant_kind, name, id_type, id_tail4, org, mobile, visitor_type, areas,
        valid_from, valid_to, meals, payer, pass_code, card_no, state, activated_at, revoked_at, revoke_reason, created_at, updated_at)
      select ${910000 + grants}, 1, u.id, u.dept_id, u.id, ${meals === null ? 'door' : 'both'}, ${`访客${grants}`}, 'idCard', 'x', '示例科技公司', ${`1380000${String(grants).padStart(4, '0')}`},
        'seconded', array['canteen'], '2026-03-12', ${to}, ${meals === null ? null : [...meals]}::text[], ${meals === null ? null : 'self'}, ${`PASS00000${grants}`}, ${`c-${grants}`},
        ${state}, ${state === 'pending' ? null : T0}, ${state === 'revoked' ? T0 : null}, ${state === 'revoked' ? '提前离开' : null}, now(), now()
      from app_user u where u.id = ${host.userId} returning id`.execute(app.database.db)
    return rows[0]!.id
  }
  const end = (id: number, state: 'expired' | 'revoked', moment = app.clock.now()) =>
    sql`update access_grant set state = ${state}, revoked_at = ${state === 'revoked' ? moment : null}, revoke_reason = ${state === 'revoked' ? '提前离开' : null} where id = ${id}`.execute(
      app.database.db,
    )
  const orderBy = (grantId: number, more: object = {}, client = kitchen.manager) =>
    client.post<{ id: number }>(ORDERS, { date: '2026-03-12', mealType: 'lunch', kind: 'guest', grantId, ...more })

  it('CAN-44 orders for a person whose grant includes the meal, in the name of the host, once for a meal', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const [one, other] = [await grant(), await grant()]
    const made = await orderBy(one)
    expect(outcome(made)).toBe(2000)
    // The same host has several of them beside a guest of the usual kind.
    expect(outcome(await orderBy(other))).toBe(2000)
    const named = { kind: 'guest', guestName: '来访同志', personId: host.userId }
    expect(outcome(await kitchen.order(kitchen.manager, menuId, named))).toBe(2000)
    expect(outcome(await orderBy(one))).toBe('meal.duplicate')
    expect(await kitchen.orderNow(made.data.id)).toMatchObject({
      kind: 'guest',
      guestName: '访客1',
      personId: host.userId,
      portions: 1,
      grantId: one,
      channel: 'manager',
    })
    expect(outcome(await orderBy(one, {}, host))).toBe('rule.CAN-48')
    const { data } = await kitchen.manager.get<{ id: number }[]>('/api/canteen/guests/options/', {
      query: { search: '访客' },
    })
    expect(data.map(({ id }) => id)).toEqual([one, other])
    expect((await host.get('/api/canteen/guests/options/')).code).toBe(4003)
  })

  it.each([
    ['waits to be activated', { state: 'pending' }, 'meal.grantOver'],
    ['expired', { state: 'expired' }, 'meal.grantOver'],
    ['was revoked', { state: 'revoked' }, 'meal.grantOver'],
    ['includes dinner alone', { meals: ['dinner'] }, 'meal.grantMeal'],
    ['opens doors alone', { meals: null }, 'meal.grantMeal'],
  ] as const)('CAN-44 refuses a person whose grant %s', async (_, more, key) => {
    await kitchen.menu({ days: 1 })
    expect(refusal(await orderBy(await grant(more)))).toEqual([key, ['grantId']])
  })

  it('CAN-44 takes meals of the first and the last day of a grant, and of no other', async () => {
    for (const days of [0, 1, 2, 3]) await kitchen.menu({ days, mealType: 'dinner' })
    const id = await grant({ meals: ['dinner'] })
    const answers = []
    for (const date of ['2026-03-11', '2026-03-12', '2026-03-13', '2026-03-14'])
      answers.push(outcome(await orderBy(id, { date, mealType: 'dinner' })))
    expect(answers).toEqual(['meal.grantDays', 2000, 2000, 'meal.grantDays'])
    expect(refusal(await orderBy(999_999_999))).toEqual(['check.notFound', ['grantId']])
  })

  it('CAN-44 cancels what has not begun when a grant is revoked, expires or is shortened, and gives the portions back', async () => {
    const [lunch, dinner] = [await kitchen.menu({ days: 1 }), await kitchen.menu({ days: 2, mealType: 'dinner' })]
    const meals = ['lunch', 'dinner']
    const [kept, revoked, shortened] = [await grant({ meals }), await grant({ meals }), await grant({ meals })]
    const made: number[] = []
    for (const id of [kept, revoked, shortened])
      for (const meal of [{}, { date: '2026-03-13', mealType: 'dinner' }]) made.push((await orderBy(id, meal)).data.id)
    await end(revoked, 'revoked')
    await sql`update access_grant set valid_to = '2026-03-12' where id = ${shortened}`.execute(app.database.db)
    await write(app.services, endGuests)
    await write(app.services, endGuests)
    const states = await Promise.all(made.map(async (id) => (await kitchen.orderNow(id)).state))
    expect(states).toEqual(['ordered', 'ordered', 'cancelled', 'cancelled', 'ordered', 'cancelled'])
    expect([(await kitchen.menuNow(lunch)).booked, (await kitchen.menuNow(dinner)).booked]).toEqual([2, 1])
    // A meal that has begun stays; one revoked meanwhile is not served.
    await setClock(at('2026-03-12 11:30:00'))
    await end(kept, 'revoked')
    await write(app.services, endGuests)
    expect((await kitchen.orderNow(made[0]!)).state).toBe('ordered')
    await setClock(at('2026-03-12 11:40:00'))
    const verify = { menuId: lunch, orderIds: [made[0]] }
    expect(outcome(await kitchen.manager.post(`${COUNTER}verify/`, verify))).toBe('meal.grantOver')
  })

  it('CAN-44 verifies by the card or the pass of the grant, and keeps the order when the host’s account ends', async () => {
    const menuId = await kitchen.menu({ days: 1 })
    const ids = [await grant(), await grant()]
    for (const id of ids) await orderBy(id)
    await write(app.services, (unit) => mealHolding.release!(unit, host.userId, null))
    expect(await kitchen.portions(menuId)).toBe(2)
    await setClock(at('2026-03-12 11:40:00'))
    const scan = (code: string) => kitchen.manager.post<{ guestName: string }>(`${COUNTER}code/`, { menuId, code })
    expect((await scan(`c-${grants - 1}`)).data.guestName).toBe(`访客${grants - 1}`)
    expect((await scan(`https://door.example/PASS00000${grants}`)).data.guestName).toBe(`访客${grants}`)
    expect(outcome(await scan(`c-${grants}`))).toBe('meal.verifiedBefore')
  })
})
