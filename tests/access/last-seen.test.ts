import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startApp } from '#tests/harness/app.ts'
import { asked } from '#tests/harness/asked.ts'

const usernames = ['pan42', 'ge43', 'xi44', 'fan45', 'su41', 'yun40', 'zhang39', 'you18', 'he20', 'yang15']

it('the sessions of all who work at the same time are noted together, and none is missed', async () => {
  const app = await startApp()
  onTestFinished(() => app.close())
  const people = await Promise.all(usernames.map((username) => app.as(username)))
  app.clock.advance(120_000)
  const now = app.clock.now()
  const isNoted = async (): Promise<void> => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from session where last_seen_at = ${now}`.execute(app.database.db)
    expect(rows).toEqual([{ n: usernames.length }])
  }
  const written = await asked(/update session.*set last_seen_at/s, async () => {
    const calls = people.flatMap((person) => [1, 2, 3].map(() => person.get('/api/workflow/ticket/counts/')))
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(calls.map(() => 2000))
    await vi.waitFor(isNoted, 10_000)
  })
  expect(written.length).toBeLessThanOrEqual(2)
})
