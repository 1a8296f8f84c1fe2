import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressesOf } from '#src/define/addresses.server.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'

describe('administrators limited to listed addresses', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ mode: { adminFrom: addressesOf('10.9.0.0/16') } })
  })
  afterAll(() => app.close())
  const signIn = (username: string, ip: string, password = DEMO_PASSWORD) =>
    app.from(ip).post<{ access: string }>('/api/login/', { username, password })

  it.each(['fang54', 'yu55', 'bao59'])(
    '%s signs in from there alone, and hears why only with the right password',
    async (username) => {
      expect((await signIn(username, '10.8.0.1', 'Wrong#2026x')).errKey).toBe('login.failed')
      expect((await signIn(username, '10.8.0.1')).errKey).toBe('login.address')
      expect((await signIn(username, '10.9.3.4')).code).toBe(2000)
    },
  )

  it('a token taken elsewhere is worth nothing there', async () => {
    const { data } = await signIn('fang54', '10.9.3.4')
    const ask = (ip: string) =>
      app.from(ip).get('/api/system/dept/', { headers: { authorization: `Bearer ${data.access}` } })
    expect((await ask('10.9.3.5')).code).toBe(2000)
    expect(await ask('10.8.0.1')).toMatchObject({ code: 4003, errKey: 'login.address' })
  })

  it('others work from everywhere', async () => {
    expect((await signIn('pan42', '10.8.0.1')).code).toBe(2000)
  })
})
