import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'

describe.each(engines)('start-up calls on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())

  it('answers the settings a browser may know, and nothing else', async () => {
    const answer = await app.guest.get<Record<string, unknown>>('/api/init/settings/')
    expect(answer.code).toBe(2000)
    expect(answer.data['base.siteTitle']).toBe('智慧警保')
  })

  it('answers the person', async () => {
    const pan = await app.as('pan42')
    const answer = await pan.get('/api/system/user/user_info/')
    expect(answer).toMatchObject({ code: 2000, data: { username: 'pan42' } })
  })
})
