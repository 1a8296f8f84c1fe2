import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, dayOf, momentText, parseMoment, weekdayOf } from '#src/define/days.ts'
import type { TestApp } from '#tests/harness/app.ts'
import { startApp } from '#tests/harness/app.ts'

const at = (text: string): Date => {
  const moment = parseMoment(text)
  if (!moment) throw new Error(`${text} is no moment`)
  return moment
}

describe('days and moments', () => {
  it('are those of Shanghai', () => {
    expect(dayOf(new Date('2026-03-10T16:00:00Z'))).toBe('2026-03-11')
    expect(momentText(new Date('2026-03-10T15:59:59Z'))).toBe('2026-03-10 23:59:59')
    expect(at('2026-03-11 00:00:00').toISOString()).toBe('2026-03-10T16:00:00.000Z')
    expect([addDays('2024-02-28', 1), addDays('2026-03-01', -1)]).toEqual(['2024-02-29', '2026-02-28'])
    expect([weekdayOf('2026-03-09'), weekdayOf('2026-03-15')]).toEqual([1, 7])
  })

  it('that do not exist are none', () => {
    for (const text of ['2026-02-30', '2026-13-01', '2026-03-11T10:00', '', '2026-03-11 25:00:00'])
      expect(parseMoment(text)).toBeNull()
  })
})

describe('the work calendar', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())
  const after = (from: string, hours: number): string => momentText(app.services.calendar.addHours(at(from), hours))

  it('counts the hours between two moments as it adds them', () => {
    const { calendar } = app.services
    const hours = (from: string, to: string) => calendar.hoursBetween(at(from), at(to))
    expect(hours('2026-03-13 17:00:00', '2026-03-16 10:30:00')).toBe(2.5)
    expect(hours('2026-03-14 10:00:00', '2026-03-15 10:00:00')).toBe(0)
    expect(hours('2026-03-16 10:00:00', '2026-03-13 10:00:00')).toBe(0)
    expect(after('2026-03-13 17:00:00', hours('2026-03-13 17:00:00', '2026-03-16 10:30:00'))).toBe(
      '2026-03-16 10:30:00',
    )
  })

  it('knows weekends, holidays and make-up workdays', () => {
    const { calendar } = app.services
    expect(calendar.isWorkday('2026-03-11')).toBe(true)
    expect(calendar.isWorkday('2026-03-14')).toBe(false)
    expect(calendar.isWorkday('2026-05-01')).toBe(false)
    expect(calendar.isWorkday('2026-05-09')).toBe(true)
    expect(calendar.workdays('2026-03-09', '2026-03-15')).toBe(5)
    expect(calendar.workdays('2026-03-15', '2026-03-14')).toBe(0)
  })

  it('counts hours from nine to six on workdays (WF-12)', () => {
    expect(after('2026-03-11 10:00:00', 3)).toBe('2026-03-11 13:00:00')
    expect(after('2026-03-11 16:00:00', 3)).toBe('2026-03-12 10:00:00')
    expect(after('2026-03-11 20:00:00', 1)).toBe('2026-03-12 10:00:00')
    expect(after('2026-03-11 06:00:00', 9)).toBe('2026-03-11 18:00:00')
    expect(after('2026-03-13 17:00:00', 2)).toBe('2026-03-16 10:00:00')
    expect(after('2026-04-30 17:00:00', 2)).toBe('2026-05-04 10:00:00')
  })

  it('counts plain hours when configured so, from the next call on', async () => {
    await sql`update config_item set value = 'false' where key = 'wf.workHoursOnly'`.execute(app.database.db)
    await app.guest.get('/api/init/settings/')
    expect(after('2026-03-13 17:00:00', 2)).toBe('2026-03-13 19:00:00')
  })
})
