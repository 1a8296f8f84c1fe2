/** What nothing uses is not offered (D13): permissions and roles of modules that are not built. All of it is read from declarations, routes and sources. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dictionaries } from '#src/catalogue/dictionaries.ts'
import { allPermissions } from '#src/catalogue/permissions.ts'
import { roles } from '#src/catalogue/roles.ts'
import { modules } from '#src/modules.ts'
import { usesOf } from '#src/server/access/registered.ts'
import { routesOf } from '#src/server/app/app.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { personOf } from '#tests/journeys/roles.ts'
import { sources } from '#tests/rules/sources.ts'

/** What is shipped, shown, or waits for its form speaks of things that nothing uses yet. */
const unbuilt =
  /^src\/(catalogue|demo|define\/chains|define\/inUse|modules\/workflows\/(logistics|receive)-types)|\.messages\.ts$/
const using = sources.filter(({ path }) => !unbuilt.test(path))
const isNamed = (key: string): boolean => using.some(({ text }) => new RegExp(`['"\`]${key}['"\`]`).test(text))

describe('what nothing uses', () => {
  let app: TestApp
  let asked: ReadonlyMap<string, readonly string[]>
  beforeAll(async () => {
    app = await startApp()
    asked = usesOf(app.services, routesOf(app.services))
  })
  afterAll(() => app.close())

  it('D13 every permission that a module or the catalogue declares is asked for by a call, a page or a check', () => {
    expect(allPermissions(modules).filter((permission) => !asked.has(permission))).toEqual([])
  })

  it('D13 the role editor offers exactly what something asks for, by resource and action', async () => {
    const security = await app.as(personOf.securityAdmin)
    await sql`
      insert into permission (value, name, sort, built_in, created_at, updated_at)
      values ('article:ReadStat', '阅读统计', 1, true, now(), now())`.execute(app.database.db)
    const { data } = await security.get<{ buttons: readonly { value: string }[] }>('/api/system/role/grantable/')
    const offered = data.buttons.map(({ value }) => value)
    expect(offered.filter((value) => !asked.has(value))).toEqual([])
    expect([...asked.keys()].filter((value) => !offered.includes(value))).toEqual([])
  })

  it('SYS-51 the page of dictionaries lists every one, those of modules that are not built too (0066)', async () => {
    const admin = await app.as(personOf.sysAdmin)
    const keys: string[] = []
    for (const page of ['1', '2', '3', '4']) {
      const query = { limit: '100', page, ordering: 'sort' }
      const { data } = await admin.get<readonly { key: string }[]>('/api/system/dictionary/', { query })
      keys.push(...data.map(({ key }) => key))
    }
    expect(dictionaries.map(([key]) => key).filter((key) => !keys.includes(key))).toEqual([])
  })

  it('D13 the page of roles shows the roles that are granted, asked or told something by what is built, and the bureau’s own', async () => {
    const security = await app.as(personOf.securityAdmin)
    const shown = async () =>
      (await security.get<readonly { key: string }[]>('/api/system/role/', { query: { limit: '100' } })).data.map(
        ({ key }) => key,
      )
    const before = await shown()
    const hidden = roles.map(({ key }) => key).filter((key) => !before.includes(key))
    // Access asks the last role that only coming modules had asked.
    expect(hidden).toEqual([])
    expect(roles.map(({ key }) => key).filter((key) => !isNamed(key))).toEqual([])
    await sql`
      insert into role (key, name, sort, data_scope, created_at, updated_at)
      values ('ownRole', '自设角色', 900, '0', now(), now())`.execute(app.database.db)
    expect(await shown()).toContain('ownRole')
  })
})
