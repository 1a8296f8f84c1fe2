import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { yearPercent } from '#src/define/days.ts'
import { type Board, boardFigures, type Display } from '#src/modules/home/board/board.types.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const [URL, DISPLAYS] = ['/api/home/board/', '/api/home/displays/']
const DAY_MS = 86_400_000

describe.each(oneEngine)('the board of displays on %s', (engine) => {
  let app: TestApp
  let administrator: Client

  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    await sql`delete from home_display`.execute(app.database.db)
    administrator = await app.as('fang54')
  })

  const made = async (more: object = {}) =>
    (
      await administrator.post<{ id: number; token: string }>(DISPLAYS, {
        name: '大厅',
        addresses: '127.0.0.1',
        days: 30,
        ...more,
      })
    ).data
  const read = (token: string) => app.guest.post<Board>(URL, { token })

  it('is read with the token of a display alone, until its last day or until it is revoked', async () => {
    const { id, token } = await made()
    const { data } = await read(token)
    expect(Object.keys(data.figures).toSorted()).toEqual([...boardFigures].toSorted())
    expect([data.at, data.days.length, data.days.at(-1)?.day]).toEqual(['2026-03-11 10:00:00', 14, '2026-03-11'])
    expect((await administrator.get<Display[]>(DISPLAYS)).data).toMatchObject([
      { id, state: 'inForce', expiresOn: '2026-04-10', seenAt: '2026-03-11 10:00:00' },
    ])
    app.clock.set(new Date(T0.getTime() + 30 * DAY_MS))
    expect((await read(token)).code).toBe(2000)
    app.clock.set(new Date(T0.getTime() + 31 * DAY_MS))
    expect((await read(token)).code).toBe(401)
    app.clock.set(T0)
    expect((await administrator.post(`${DISPLAYS}${id}/revoke/`)).code).toBe(2000)
    expect((await read(token)).code).toBe(401)
    expect((await administrator.post(`${DISPLAYS}${id}/revoke/`)).code).toBe(4004)
  })

  it('is refused from another address, and displays are made for some addresses only, by those who may', async () => {
    const { token } = await made({ addresses: '10.1.2.3' })
    expect((await read(token)).code).toBe(401)
    const refused = async (more: object) =>
      (await administrator.post(DISPLAYS, { name: '二', addresses: '127.0.0.1', days: 30, ...more })).code
    expect([
      await refused({ addresses: '0.0.0.0/0' }),
      await refused({ addresses: 'hall' }),
      await refused({ name: '大厅' }),
      await refused({ days: 367 }),
      await refused({ days: 366 }),
    ]).toEqual([4000, 4000, 4001, 4000, 2000])
    const leader = await app.as('zhao01')
    expect([(await leader.get(DISPLAYS)).code, (await leader.post(DISPLAYS, {})).code]).toEqual([4003, 4003])
  })

  it('holds no name of a person, department, vendor or car, no title and no ticket number', async () => {
    const { token } = await made()
    const text = JSON.stringify((await read(token)).data)
    expect(text).not.toMatch(/\p{Script=Han}/u)
    expect(text.replaceAll(/\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?/g, '')).not.toMatch(/[A-Z]{2}-\d|\d{5,}/)
  })

  it('counts what the lists count', async () => {
    const { token } = await made()
    const { figures } = (await read(token)).data
    const { rows } = await sql<{ running: number; idle: number }>`
      select (select count(*)::int from ticket where status in ('running', 'handling') and deleted_at is null) as running,
        (select count(*)::int from car where status = 'idle' and deleted_at is null) as idle`.execute(app.database.db)
    expect([figures.running, figures.carsIdle]).toEqual([rows[0]?.running, rows[0]?.idle])
    const { data } = await (await app.as('zhao01')).get<{ usedPercent: number; timePercent: number }>(
      '/api/home/budget_exec/',
    )
    expect([figures.spent, figures.yearPassed]).toEqual([data.usedPercent, data.timePercent])
  })

  it('the year passes from its first day to its last, in leap years too', () => {
    expect(['2026-01-01', '2026-12-31', '2028-02-29', '2028-12-31'].map(yearPercent)).toEqual([0.3, 100, 16.4, 100])
  })
})
