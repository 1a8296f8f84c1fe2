/** SYS-139 for roles, divisions and accounts that come back: one person proposes, one of another administrator role confirms. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Client, startApp, type TestApp } from '#tests/harness/app.ts'

describe('what somebody gains by a role, a division or their old account', () => {
  let app: TestApp
  let fang: Client
  let yu: Client
  let bao: Client

  beforeAll(async () => {
    app = await startApp({ bureau: 'quiet' })
    ;[fang, yu, bao] = (await Promise.all(['fang54', 'yu55', 'bao59'].map((name) => app.as(name)))) as [
      Client,
      Client,
      Client,
    ]
  })
  afterAll(() => app.close())

  const idOf = async (table: 'app_user' | 'role' | 'department', column: string, value: string): Promise<number> =>
    (
      await sql<{ id: number }>`select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(
        app.database.db,
      )
    ).rows[0]!.id
  const person = (username: string) => idOf('app_user', 'username', username)
  const role = (key: string) => idOf('role', 'key', key)
  const rolesOf = async (username: string): Promise<readonly string[]> =>
    (
      await sql<{ key: string }>`
        select r.key from user_role m join role r on r.id = m.role_id join app_user u on u.id = m.user_id where u.username = ${username} order by r.key`.execute(
        app.database.db,
      )
    ).rows.map(({ key }) => key)
  const chargeOf = async (username: string): Promise<readonly number[] | null> =>
    (
      await sql<{ deptIds: number[] | null }>`
        select m.dept_ids from user_role m join role r on r.id = m.role_id and r.key = 'divisionLeader' join app_user u on u.id = m.user_id where u.username = ${username}`.execute(
        app.database.db,
      )
    ).rows[0]?.deptIds ?? null
  const assign = async (username: string, keys: readonly string[], leaderOf: readonly number[] = []) =>
    yu.post<{ proposal: number } | null>(`/api/system/user/${await person(username)}/assign_roles/`, {
      roleIds: await Promise.all(keys.map(role)),
      leaderOf,
    })
  const confirm = (who: Client, { data }: Answer<unknown>) =>
    who.post(`/api/proposal/${(data as { proposal: number }).proposal}/confirm/`)
  const waits = expect.objectContaining({ code: 2000, data: { proposal: expect.any(Number) } })

  it.each(['cashier', 'financeLeader', 'fleetManager', 'warehouseKeeper', 'bureauLeader', 'logisticsOfficer'])(
    'SYS-139 the role %s is given by two people: until then the former roles stay',
    async (key) => {
      const asked = await assign('pan42', ['staff', key])
      expect(asked).toEqual(waits)
      expect(await rolesOf('pan42')).toEqual(['staff'])
      // Neither the proposer, nor who gains by it, nor the administrator who makes accounts.
      for (const who of [yu, await app.as('pan42'), fang]) expect((await confirm(who, asked)).code).not.toBe(2000)
      expect((await bao.get(`/api/proposal/${asked.data?.proposal}/`)).data).toMatchObject({
        kind: 'userRoles',
        gains: [expect.stringContaining('潘示乙')],
      })
      expect((await confirm(bao, asked)).code).toBe(2000)
      expect(await rolesOf('pan42')).toEqual([key, 'staff'].sort())
      // What is taken away is taken at once.
      expect(await assign('pan42', ['staff'])).toMatchObject({ code: 2000, data: null })
      expect(await rolesOf('pan42')).toEqual(['staff'])
    },
  )

  it('SYS-139 an administrator role and a role given on its own page wait as well; what would be refused is refused at once', async () => {
    const add = async (key: string) =>
      yu.put(`/api/system/role/${await role(key)}/users/`, { add: [await person('ge43')] })
    for (const key of ['cashier', 'auditor', 'securityAdmin']) {
      const asked = await add(key)
      expect(asked).toEqual(waits)
      expect((await yu.post(`/api/proposal/${(asked.data as { proposal: number }).proposal}/withdraw/`)).code).toBe(
        2000,
      )
    }
    expect(await assign('ge43', ['staff', 'cashier', 'financeOfficer'])).toMatchObject({ errKey: 'role.conflict' })
    expect(await rolesOf('ge43')).toEqual(['staff'])
  })

  it('SYS-139 a division is given to somebody by two people, and another one as well', async () => {
    const [one, other] = [await idOf('department', 'key', 'D10'), await idOf('department', 'key', 'D11')]
    const roles = await rolesOf('sun03')
    const before = await chargeOf('sun03')
    const asked = await assign('sun03', roles, [other])
    expect(asked).toEqual(waits)
    expect(await chargeOf('sun03')).toEqual(before)
    expect((await confirm(bao, asked)).code).toBe(2000)
    expect(await chargeOf('sun03')).toEqual([other])
    expect(await assign('sun03', roles, [one, other])).toEqual(waits)
    expect(await chargeOf('sun03')).toEqual([other])
  })

  it('SYS-139 an account that holds an office comes back by two people, every other at once', async () => {
    const stateOf = async (username: string) =>
      (await sql<{ state: boolean }>`select state from app_user where username = ${username}`.execute(app.database.db))
        .rows[0]?.state
    await sql`update app_user set state = false where username in ('he20', 'pan42')`.execute(app.database.db)
    const enable = async (username: string) => fang.post(`/api/system/user/${await person(username)}/enable/`, {})
    expect(await enable('pan42')).toMatchObject({ code: 2000, data: { state: true } })
    const asked = await enable('he20')
    expect(asked).toEqual(waits)
    expect(await stateOf('he20')).toBe(false)
    expect((await confirm(fang, asked)).code).not.toBe(2000)
    expect((await confirm(yu, asked)).code).toBe(2000)
    expect(await stateOf('he20')).toBe(true)
  })
})
