import { describe, expect, it } from 'vitest'
import { cronWords } from '#src/modules/system/backups/cron-words.ts'

describe('the words of a cron expression', () => {
  it.each([
    ['0 2 * * *', { kind: 'daily', at: '2:00' }],
    ['05 14 * * *', { kind: 'daily', at: '14:05' }],
    ['30 3 * * 1-5', { kind: 'weekdays', at: '3:30' }],
    ['0 4 * * 0', { kind: 'weekly', at: '4:00', day: '0' }],
    ['0 4 * * 7', { kind: 'weekly', at: '4:00', day: '0' }],
    ['0 4 1 * *', { kind: 'monthly', at: '4:00', day: 1 }],
    ['15 * * * *', { kind: 'hourly', minute: 15 }],
    ['*/10 * * * *', { kind: 'minutes', every: 10 }],
  ])('says what %s means', (expression, words) => {
    expect(cronWords(expression)).toEqual(words)
  })

  it.each(['0 2 1 1 *', '0 2 1 * 1', '0,30 2 * * *', '0 1-5 * * *', '0 2 * *', '0 2 * * * *', ''])(
    'leaves %s to its next moments',
    (expression) => {
      expect(cronWords(expression)).toEqual({ kind: 'custom' })
    },
  )
})
