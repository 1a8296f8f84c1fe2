/** Types that a person may not begin, or that do not exist (APP-01). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const TYPES = '/api/workflow/application_types/'

describe.each(oneEngine)('types of applications on %s', (engine) => {
  let app: TestApp
  let staff: Client
  beforeAll(async () => {
    app = await startApp({ engine })
    staff = await app.as('pan42')
  })
  afterAll(() => app.close())

  it('APP-01 are refused to a person who may not begin them, and not found where they do not exist', async () => {
    const administrator = await app.as('fang54')
    expect((await administrator.get(`${TYPES}bulkProject/`)).code).toBe(4003)
    expect((await staff.get(`${TYPES}nothing/`)).code).toBe(4004)
  })
})
