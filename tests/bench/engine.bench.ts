/** What the engine costs beside decisions: versions kept compiled, the replay by night, the runner of generated tests. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { only } from '#src/server/database/only.ts'
import { requestRun, runTests } from '#src/server/tickets/tests/runs.ts'
import { replayNightly } from '#src/server/tickets/timers/nightly.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { createVersions } from '#src/server/tickets/versions/versions.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { print, timed } from './figures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ engine: 'embedded' })
})
afterAll(() => app.close())

const ROUNDS = 3
const TICKETS = 10_000

it('nightly replay of 10,000 tickets, as far as the demo has them', { timeout: 600_000 }, async () => {
  const { db } = app.database
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await timed(() => replayNightly(app.services, engineOf(app.services))))
  const { rows } = await sql<{ checked: number; unsound: number }>`
    select checked, unsound from ticket_replay_report order by id desc limit 1`.execute(db)
  const { checked, unsound } = only(rows)
  expect(unsound).toBe(0)
  print(
    'nightly replay of 10,000 tickets, s',
    times.map((time) => (time / checked / 1000) * TICKETS),
    `[${checked} tickets]`,
  )
})

it('the runner of generated tests, on the real engine and database', { timeout: 600_000 }, async () => {
  const { db } = app.database
  const { rows } = await sql<{ workflowId: number; versionId: number }>`
    select w.id as workflow_id, w.current_version_id as version_id from workflow w
    where w.key = any(${['leaveApproval', 'otherBusiness', 'financialReimbursementOne']}::text[])`.execute(db)
  const { userId } = await app.as('fang54')
  for (const { workflowId, versionId } of rows)
    await write(app.services, (unit) =>
      requestRun(unit, userId, { workflowId, versionId, kind: 'paths', seed: 1, walks: 1 }),
    )
  const took = await timed(() => runTests(app.services, new AbortController().signal))
  const { rows: runs } = await sql<{ done: number; state: string }>`select done, state from workflow_test_run`.execute(
    db,
  )
  expect(runs.map(({ state }) => state)).toEqual(runs.map(() => 'passed'))
  const lives = runs.reduce((sum, { done }) => sum + done, 0)
  print('paths a second, test runner', [(lives * 1000) / took], `[${lives} paths of ${runs.length} workflows]`)
})

it('memory of the cache through which 10,000 compiled versions have gone', { timeout: 600_000 }, async () => {
  const { db } = app.database
  await sql`
    insert into workflow_version (workflow_id, version_no, definition, form, content_hash, status, created_at, updated_at)
    select workflow_id, 1000 + n, definition, form, content_hash, 'history', created_at, updated_at
    from workflow_version, generate_series(1, 345) n where status = 'published'`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`select id from workflow_version where version_no > 1000 order by id`.execute(db)
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const before = process.memoryUsage().heapUsed
  const versions = createVersions()
  const took = await timed(async () => {
    for (const { id } of rows) await versions.byId(db, id)
  })
  collect()
  const held = (process.memoryUsage().heapUsed - before) / 2 ** 20
  print('cache of compiled versions, MB', [held], `[${rows.length} versions]`)
  print('version read, checked and compiled, ms', [took / rows.length])
  // Used once more, so that it is held until here.
  expect(await versions.byId(db, rows[0]?.id ?? 0)).toBeDefined()
})
