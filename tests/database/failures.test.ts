import { pino } from 'pino'
import { expect, it } from 'vitest'
import { databaseFailuresTo } from '#src/server/database/failures.ts'

it('what happens to a connection stands in the log in the words operators search for', () => {
  const lines: { msg: string; level: number }[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const report = databaseFailuresTo(log)
  report(Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' }))
  report(new Error('Connection terminated unexpectedly'))
  expect(lines.map(({ msg, level }) => [level, msg])).toEqual([
    [50, 'idle-in-transaction timeout: transaction rolled back and connection ended'],
    [50, 'database connection failed'],
  ])
})
