/** What is not there yet (D13): its permissions are offered to nobody, and unknown types are refused. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitingPermissions } from '#src/catalogue/permissions.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { personOf } from '#tests/journeys/roles.ts'
import { sources } from '#tests/rules/sources.ts'

const TYPES = '/api/workflow/application_types/'

describe.each(oneEngine)('what is not there yet on %s', (engine) => {
  let app: TestApp
  let staff: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    staff = await app.as('pan42')
  })
  afterAll(() => app.close())

  it('APP-01 whoever may not begin the type is refused as before, and an unknown type is not found', async () => {
    const administrator = await app.as('fang54')
    expect((await administrator.get(`${TYPES}bulkProject/`)).code).toBe(4003)
    expect((await staff.get(`${TYPES}nothing/`)).code).toBe(4004)
  })

  it('D13 the role editor offers no permission of what is not there yet, and keeps those a role has of it', async () => {
    const security = await app.as(personOf.securityAdmin)
    type Button = { id: number; value: string }
    const grantable = (await security.get<{ buttons: Button[] }>('/api/system/role/grantable/')).data.buttons
    const resources = new Set(grantable.map(({ value }) => value.split(':')[0]))
    const there = [
      'leaveApproval',
      'ticket',
      'home',
      'article',
      'supervision',
      'finance',
      'role',
      'message',
      'job',
      'workflow',
    ]
    expect(there.filter((resource) => !resources.has(resource))).toEqual([])
    // Nothing that is there asks for what is not offered; what may not be held together is named without being asked for.
    const apart = ['src/server/access/administrators.ts', 'src/server/organisation/rightsApart.ts']
    const idle = new Set(
      waitingPermissions.map((value) => value.split(':')[0] ?? '').filter((one) => !resources.has(one)),
    )
    const asking = sources
      .filter(({ path }) => !apart.includes(path) && !/^src\/(catalogue|demo)\//.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(/['`](\w+):[A-Z]\w+['`]/g)].flatMap(([, one]) =>
          idle.has(one ?? '') ? [`${path}: ${one}`] : [],
        ),
      )
    expect(asking).toEqual([])
    const { rows } = await sql<{ id: number }>`select id from role where key = 'driver'`.execute(app.database.db)
    const path = `/api/system/role/${rows[0]!.id}/`
    const before = (await security.get<{ version: number; buttons: Button[] }>(`${path}grants/`)).data
    const added = grantable.find(({ value }) => value === 'article:Search')!
    const buttons = [...before.buttons.map(({ id }) => id), added.id]
    expect((await security.put(`${path}buttons/`, { version: before.version, buttons })).code).toBe(2000)
    const after = (await security.get<{ buttons: Button[] }>(`${path}grants/`)).data.buttons
    expect(after.map(({ value }) => value).toSorted()).toEqual(
      [...before.buttons.map(({ value }) => value), 'article:Search'].toSorted(),
    )
  })
})
