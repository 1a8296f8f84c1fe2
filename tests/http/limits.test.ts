import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routesOf } from '#src/server/app/app.ts'
import { callsAMinute } from '#src/server/http/security.ts'
import { isDeep } from '#src/server/http/validation.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'

describe('the depth of a body', () => {
  it('is counted without parsing: brackets in texts do not count, closed ones no longer', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect([isDeep(nested(32)), isDeep(nested(33)), isDeep(`[${`${nested(20)},`.repeat(50)}1]`)]).toEqual([
      false,
      true,
      false,
    ])
    expect(isDeep(JSON.stringify({ text: '[{'.repeat(500), quoted: '"[[\\' }))).toBe(false)
  })
})

describe('limits of calls', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ rateLimit: 50 })
  })
  afterAll(() => app.close())

  it('refuses a body nested deeper than any form on every endpoint, however it goes on', async () => {
    const person = await app.as('pan42')
    const authorization = `Bearer ${await person.token()}`
    const deep = `{"formData":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`
    for (const [index, url] of ['/api/login/', '/api/workflow/ticket/', '/api/system/dept/'].entries()) {
      const answer = await app.app.inject({
        method: 'POST',
        url,
        remoteAddress: `10.9.0.${index}`,
        headers: { authorization, 'content-type': 'application/json' },
        payload: deep,
      })
      expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([200, 4000])
    }
  })

  it('4029 comes sooner for calls without a token and for those that move many rows', async () => {
    const routes = routesOf(app.services)
    const named = (method: string, url: string) => routes.find((route) => route.method === method && route.url === url)!
    expect(callsAMinute(named('POST', '/api/login/'), 6000)).toBe(600)
    expect(callsAMinute(named('GET', '/api/leave/quota/export_data/'), 6000)).toBe(120)
    expect(callsAMinute(named('POST', '/api/system/file/'), 6000)).toBe(120)
    expect(callsAMinute(named('GET', '/api/leave/quota/'), 6000)).toBeNull()

    const guest = app.from('10.9.1.1')
    const answers: unknown[] = []
    for (let call = 0; call < 6; call += 1)
      answers.push((await guest.post('/api/login/', { username: 'nobody', password: 'x' })).code)
    expect(answers.slice(0, 5)).not.toContain(4029)
    expect(answers[5]).toBe(4029)
    expect((await guest.get('/api/init/settings/')).code).toBe(2000)
    expect((await app.from('10.9.1.2').post('/api/login/', { username: 'nobody', password: 'x' })).code).not.toBe(4029)
  })

  it('counts whoever is signed in by session and only others by address', async () => {
    const [first, second] = [await app.as('pan42'), await app.as('zhang39')]
    const codes = async (person: typeof first, calls: number): Promise<readonly unknown[]> => {
      const answers: unknown[] = []
      for (let call = 0; call < calls; call += 1) answers.push((await person.get('/api/init/dictionary/')).code)
      return answers
    }
    expect(await codes(first, 50)).not.toContain(4029)
    expect(await codes(first, 1)).toEqual([4029])
    // Behind the same address.
    expect(await codes(second, 1)).toEqual([2000])
  })

  it('counts a token of somebody else by address, so that invented sessions gain nothing', async () => {
    const guest = app.from('10.9.1.9')
    const codes: unknown[] = []
    for (let call = 0; call < 51; call += 1)
      codes.push(
        (await guest.get('/api/init/settings/', { headers: { authorization: `Bearer invented.${call}.x` } })).code,
      )
    expect(codes.slice(0, 50)).not.toContain(4029)
    expect(codes[50]).toBe(4029)
  })
})
