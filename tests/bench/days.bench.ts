/** `npm run bench -- days`: the plan of the demo in every hour of critical days, and the demo seeded whole at ten moments of different kind; on none of them a story is left out. */
import { expect, it } from 'vitest'
import { bureauSeededAt } from '#tests/harness/app.ts'
import { createDatabase, oneEngine } from '#tests/harness/engines.ts'
import { at, criticalDays, FIRST_DAY, LAST_DAY, objections, planAt } from '#tests/models/demoPlan.ts'

const MINUTE_MS = 60_000

const moments: Readonly<Record<string, string>> = {
  'a Saturday': '2026-11-28T18:00:00+08:00',
  'a day whose prior approvals fall on the end of the year before': '2026-12-05T09:00:00+08:00',
  'the last minutes of a year': '2026-12-31T23:58:00+08:00',
  'the first minute of a year': '2027-01-01T00:00:30+08:00',
  'the first workday of a year': '2027-01-04T10:00:00+08:00',
  'the first day of a long holiday': '2027-02-10T10:00:00+08:00',
  'a make-up workday': '2027-02-20T10:00:00+08:00',
  'a holiday that begins on a Saturday': '2027-05-01T10:00:00+08:00',
  'a day within a long holiday': '2027-10-04T10:00:00+08:00',
  'a leap day': '2028-02-29T08:00:00+08:00',
}

it.each(Object.entries(moments))('%s, %s', { timeout: 20 * MINUTE_MS }, async (_, moment) => {
  const lines: string[] = []
  const from = performance.now()
  const database = await createDatabase(oneEngine[0] ?? 'embedded')
  try {
    await bureauSeededAt(new Date(moment), lines).prepare(database)
  } finally {
    await database.close()
  }
  console.log(`${moment} seeded in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  expect(lines.filter((line) => line.includes('left out'))).toEqual([])
})

it('the plan in every hour of critical days', { timeout: 20 * MINUTE_MS }, () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:30`)
  const moments = criticalDays(FIRST_DAY, LAST_DAY).flatMap((day) => hours.map((hour) => at(day, hour)))
  expect(moments.flatMap((moment) => objections(planAt(moment)))).toEqual([])
})
