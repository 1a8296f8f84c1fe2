import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'

describe('texts of problems', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ bureau: 'empty' })
  })
  afterAll(() => app.close())

  it('have the values and the labels of dictionaries filled in', () => {
    const { texts } = app.services
    expect(
      texts.say('zhHans', {
        key: 'leave.quotaInsufficient',
        params: [{ dictionary: 'leaveType', value: 'annual' }, 3, 5],
      }),
    ).toBe('年休假余额不足：剩余3天，申请5天')
    expect(
      texts.say('en', { key: 'leave.quotaInsufficient', params: [{ dictionary: 'leaveType', value: 'annual' }, 3, 5] }),
    ).toBe('Insufficient Annual balance: 3 days left, 5 requested')
  })
})
