import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFirstAdministrators } from '#src/catalogue/administrators.server.ts'
import { hashPassword, oneTimePassword } from '#src/server/access/passwords.ts'
import { write } from '#src/server/work.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

describe.each(oneEngine)('a new production bureau on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'empty', mode: { production: true } })
  })
  afterAll(() => app.close())
  const passwords = { make: oneTimePassword, hash: hashPassword }
  const create = () => write(app.services, (unit) => createFirstAdministrators(unit, passwords))

  it('gets its three administrators once, however many nodes start it, each with a one-time password', async () => {
    const made = (await Promise.all([create(), create(), create()])).flat()
    expect(made.map((administrator) => administrator.username)).toEqual(['sysadmin', 'secadmin', 'auditor'])
    expect(new Set(made.map((administrator) => administrator.password)).size).toBe(3)
    for (const { username, password } of made) {
      const answer = await app.guest.post<{
        access: string
        mustChangePassword: boolean
        role_info: { key: string }[]
      }>('/api/login/', { username, password })
      expect([username, answer.code, answer.data.mustChangePassword, answer.data.role_info.length]).toEqual([
        username,
        2000,
        true,
        2,
      ])
    }
  })

  it('stays closed for good, also when nobody is left', async () => {
    await sql`delete from user_role`.execute(app.database.db)
    await sql`update app_user set deleted_at = ${app.clock.now()}, state = false`.execute(app.database.db)
    expect(await create()).toEqual([])
  })

  it("has no account with the demo's password", async () => {
    expect((await app.guest.post('/api/login/', { username: 'sysadmin', password: 'Jingbao#2026' })).errKey).toBe(
      'login.failed',
    )
  })
})
