/** The tests generated for a workflow run on the real engine, rolled back, and find nothing (25.11). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { planTrials } from '#machines/ticket/explore/trials.ts'
import { dryRunTrial } from '#src/server/tickets/tests/dryRun.ts'
import { requestRun, runTests } from '#src/server/tickets/tests/runs.ts'
import { accessAs } from '#src/server/tickets/tests/testPeople.ts'
import { createVersions } from '#src/server/tickets/versions/versions.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { surroundings } from '#tests/models/workflows/faulty.ts'
import { sound } from '#tests/models/workflows/sound.ts'
import { type Bureau, openBureau } from './bureau.ts'
import { drawnVersion } from './drawn.ts'

const MAX_MOMENTS = 3000

/** Those that pass applicants over (25.7), and those that a clock may close (25.8). */
const chosen = Object.entries(sound).filter(([, { states }]) =>
  states.some(
    ({ skipsApplicant, timers }) =>
      skipsApplicant === true || timers?.some(({ action }) => action === 'close') === true,
  ),
)

describe.each(oneEngine)('generated tests on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  it.each(chosen)('%s: every path goes as the machine says', async (_what, drawing) => {
    const { services, engine } = bureau
    const versionId = await drawnVersion(bureau, 'twice', drawing)
    const version = await bureau.read((unit) => createVersions().byId(unit.db, versionId))
    const { rows } = await sql<{
      id: number
    }>`select id from app_user where username not in ('pann') order by id`.execute(bureau.database.db)
    const applicant = accessAs(bureau.id('pann'), bureau.access('pann').departmentId)
    const dryRun = { services, engine, version, colleagues: rows.map(({ id }) => id), applicant }
    const { trials } = planTrials(version.definition, surroundings.thresholds, (moments) => moments > MAX_MOMENTS)
    const has = (test: (state: StateDefinition) => boolean) => drawing.states.some(test)
    expect({
      own: trials.some(({ testPeople }) => testPeople.kind === 'own'),
      closed: trials.some(({ steps }) =>
        steps.some(({ name, place }) => name.startsWith('timeout') && place === 'withdrawn'),
      ),
    }).toEqual({
      own: has(({ skipsApplicant }) => skipsApplicant === true),
      closed: has(({ timers }) => timers?.some(({ action }) => action === 'close') === true),
    })
    const failures = []
    for (const trial of trials) {
      const failure = await dryRunTrial(dryRun, trial)
      if (failure)
        failures.push({
          ...failure,
          steps: trial.steps.map(({ name, place }) => `${name} ${place}`),
          testPeople: trial.testPeople.kind,
        })
    }
    expect(failures).toEqual([])
  })

  it('a server that stops takes no run from the others', async () => {
    const { rows } = await sql<{ workflowId: number; versionId: number }>`
      select id as workflow_id, current_version_id as version_id from workflow where key = 'permit'`.execute(
      bureau.database.db,
    )
    const wanted = { ...rows[0]!, kind: 'paths', seed: 0, walks: 0 } as const
    await bureau.write((unit) => requestRun(unit, bureau.id('hann'), wanted))
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from workflow_test_run`.execute(bureau.database.db)).rows
    await runTests(bureau.services, AbortSignal.abort())
    expect(await stateOf()).toEqual([{ state: 'waiting' }])
    await runTests(bureau.services, new AbortController().signal)
    expect(await stateOf()).toEqual([{ state: 'passed' }])
  })
})
