/** The clock of a full bureau runs over the turns of months and years, holidays and a leap day, with every duty of the server: books, counters and the start page hold after each day. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { moneyFaults } from './money-soundness.ts'
import { counterFaults, houseFaults } from './soundness.ts'

/** In the order of time: a clock that goes back is another matter. */
const stretches = [
  ['the end of a month', ['2026-03-30', '2026-03-31', '2026-04-01']],
  [
    'a holiday and the workday that makes up for it',
    ['2026-04-30', '2026-05-01', '2026-05-05', '2026-05-06', '2026-05-09'],
  ],
  ['the end of a year', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04']],
  ['a leap day', ['2028-02-28', '2028-02-29', '2028-03-01']],
] as const
/** After midnight, after the jobs of the night, in the morning and at the end of work. */
const hours = ['00:10', '04:30', '09:00', '18:00'] as const

/** Who opens the start page: an applicant, a leader, the cashier, the dispatcher, an administrator. */
const people = ['pan42', 'zhang39', 'he20', 'yan26', 'fang54'] as const
const startPage = [
  '/api/system/user/user_info/',
  '/api/workflow/ticket/counts/',
  '/api/home/my_tasks/',
  '/api/home/budget_exec/',
  '/api/home/three_public/',
  '/api/home/health/',
  '/api/stock/alert/',
  '/api/assets/due/',
  '/api/supervision/due/',
  '/api/cars/today/',
  '/api/cars/expiring/',
] as const

let app: TestApp
const failures: string[] = []
const ran = new Set<string>()
beforeAll(async () => {
  app = await startApp()
  await enlist(app.services, dutiesOf(app.services))
})
afterAll(() => app.close())

/** Every duty that is due at that moment; what failed is named. */
async function passTo(moment: Date): Promise<void> {
  app.clock.set(moment)
  for (const name of await runDueJobs(app.services)) ran.add(name)
  const fang = await app.as('fang54')
  const { data } = await fang.get<{ name: string; error: string | null }[]>('/api/system/job/')
  for (const { name, error } of data) if (error !== null) failures.push(`${moment.toISOString()} ${name}: ${error}`)
}

async function startPageFaults(): Promise<readonly string[]> {
  const faults: string[] = []
  for (const username of people) {
    const person = await app.as(username)
    for (const url of startPage) {
      const { status, code, errKey } = await person.get(url)
      if (status !== 200 || ![2000, 4003].includes(code)) faults.push(`${url} as ${username}: ${code} ${errKey}`)
    }
  }
  return faults
}

it.each(stretches)('runs over %s with every duty done and every book right', async (_name, days) => {
  for (const day of days) {
    for (const hour of hours) await passTo(new Date(`${day}T${hour}:00+08:00`))
    expect({ day, failures: failures.splice(0) }).toEqual({ day, failures: [] })
    expect({ day, faults: [...(await houseFaults(app)), ...(await moneyFaults(app))] }).toEqual({ day, faults: [] })
    expect({ day, faults: await startPageFaults() }).toEqual({ day, faults: [] })
  }
  expect(await counterFaults(await app.as('zhang39'))).toEqual([])
})

it('ran every duty of the server meanwhile', () => {
  const names = dutiesOf(app.services).map(({ name }) => name)
  expect([...ran].sort()).toEqual(names.toSorted())
})
