/** 40.2: licence numbers are identity numbers. No list shows one; whoever may keep drivers asks for it, and the log says who did. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

interface Driver {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly licenseNo: string
  readonly mobile: string
}
const DRIVERS = '/api/cars/driver/'

describe('numbers of people', () => {
  let app: TestApp
  let fleet: Client
  let auditor: Client
  beforeAll(async () => {
    app = await startApp()
    const { rows } = await sql<{ username: string }>`
      select u.username from user_role m join role r on r.id = m.role_id and r.key = 'fleetManager' join app_user u on u.id = m.user_id where u.state order by u.id limit 1`.execute(
      app.database.db,
    )
    ;[fleet, auditor] = await Promise.all([app.as(rows[0]!.username), app.as('bao59')])
  })
  afterAll(() => app.close())

  const first = async (who: Client): Promise<Driver> =>
    (await who.get<readonly Driver[]>(DRIVERS, { query: { ordering: 'id', limit: '1' } })).data[0]!

  it('40.2 a list and the details mask the licence number to everybody, the mobile to who only reads', async () => {
    const [mine, read] = [await first(fleet), await first(auditor)]
    expect([mine.licenseNo, read.licenseNo]).toEqual([
      expect.stringMatching(/^\*{4} \w{4}$/),
      expect.stringMatching(/^\*{4} \w{4}$/),
    ])
    expect([mine.mobile, read.mobile]).toEqual([
      expect.stringMatching(/^1\d{10}$/),
      expect.stringMatching(/^1\*{6}\d{4}$/),
    ])
    expect((await fleet.get<Driver>(`${DRIVERS}${mine.id}/`)).data.licenseNo).toBe(mine.licenseNo)
  })

  it('40.2 whoever keeps drivers asks for the whole number, and each look stands in the operation log', async () => {
    const { id, licenseNo } = await first(fleet)
    const looks = async (): Promise<number> =>
      (
        await sql<{ n: number }>`
          select count(*)::int as n from operation_log where path like ${`%/cars/driver/%/reveal/%`} and user_id = ${fleet.userId} and code = 2000`.execute(
          app.database.db,
        )
      ).rows[0]!.n
    const before = await looks()
    const shown = await fleet.post<{ licenseNo: string }>(`${DRIVERS}${id}/reveal/`)
    expect(shown).toMatchObject({ code: 2000, data: { licenseNo: expect.stringMatching(/^\w{12,18}$/) } })
    expect(shown.data.licenseNo.slice(-4)).toBe(licenseNo.slice(-4))
    expect(await looks()).toBe(before + 1)
    expect((await auditor.post(`${DRIVERS}${id}/reveal/`)).code).toBe(4003)
    const { rows } =
      await sql`select from operation_log where to_jsonb(operation_log)::text like ${`%${shown.data.licenseNo}%`}`.execute(
        app.database.db,
      )
    expect(rows).toEqual([])
  })

  it('40.2 a driver is changed without the number being seen, and a number that is too short is refused', async () => {
    const driver = (await fleet.get<Driver>(`${DRIVERS}${(await first(fleet)).id}/`)).data
    const number = async () =>
      (await fleet.post<{ licenseNo: string }>(`${DRIVERS}${driver.id}/reveal/`)).data.licenseNo
    const before = await number()
    const version = async () => (await first(fleet)).version
    const put = async (change: object) => fleet.put(`${DRIVERS}${driver.id}/`, { ...change, version: await version() })
    const changed = await put({ ...driver, mobile: '13900007001' })
    expect(changed.errors).toBeUndefined()
    expect(changed).toMatchObject({ code: 2000, data: { mobile: '13900007001' } })
    expect(await number()).toBe(before)
    expect(await put({ licenseNo: '1234' })).toMatchObject({ code: 4000, errors: { licenseNo: [expect.any(String)] } })
    const { code, errors } = await put({ licenseNo: '110101199001019999' })
    expect({ code, errors }).toEqual({ code: 2000, errors: undefined })
    expect(await number()).toBe('110101199001019999')
  })
})
