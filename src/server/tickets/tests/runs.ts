import { sql } from 'kysely'
import { type FormInput, formInputOf } from '#machines/ticket/explore/formInput.ts'
import { covering, planning, randomTrial, shrink, type Trial } from '#machines/ticket/explore/trials.ts'
import { surroundingsOf } from '#src/define/facts.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { KeptCase, TestFailure, TestKind, TestResult } from '#src/define/workflows/workflowTests.ts'
import { readBureau } from '#src/modules/workflows/bureauFacts.server.ts'
import type { Services } from '#src/server/app/services.ts'
import { only } from '#src/server/database/only.ts'
import type { WideDuty } from '#src/server/jobs/duties.ts'
import { read, write } from '#src/server/work.ts'
import { type Engine, engineOf } from '../versions/engine.ts'
import { createVersions, type Version } from '../versions/versions.ts'
import { dryRunTrial } from './dryRun.ts'
import { accessAs } from './testPeople.ts'
import { inTimeSlices } from './timeSlices.ts'

/** The duty that runs them. */
const DUTY = 'workflow.tests'
/** Moments an exploration may meet: positions of a ticket, each with every form that some comparison can tell apart. A claim of the catalogue meets less than a quarter of them. */
const MAX_MOMENTS = 60_000
/** Trials of one run. */
const MAX_TRIALS = 400
/** Actions of a random walk. */
const LENGTH = 30
/** Trials between two marks of progress. */
const STRIDE = 10
const LEASE_MINUTES = 10
const MINUTE = 60_000
/** Colleagues who may be called in, or call others in, in one trial. */
const COLLEAGUES = 12
/** Attempts at making the shortest failing walk shorter. */
const MAX_SHRINKS = 200

interface Wanted {
  readonly workflowId: number
  readonly versionId: number
  readonly kind: TestKind
  readonly seed: number
  readonly walks: number
}

/** Puts a run into the line; one of the same kind that waits already is enough. */
export async function requestRun(unit: UnitOfWork, userId: number, wanted: Wanted): Promise<number> {
  const { workflowId, versionId, kind, seed, walks } = wanted
  const now = unit.clock.now()
  const known = await sql<{ id: number }>`
    select id from workflow_test_run where version_id = ${versionId} and kind = ${kind} and state = 'waiting'`.execute(
    unit.db,
  )
  const waiting = known.rows[0]
  if (waiting) return waiting.id
  const { rows } = await sql<{ id: number }>`
    insert into workflow_test_run (workflow_id, version_id, kind, seed, walks, requested_by, created_at)
    values (${workflowId}, ${versionId}, ${kind}, ${seed}, ${walks}, ${userId}, ${now}) returning id`.execute(unit.db)
  await sql`update job set due_at = ${now} where name = ${DUTY} and due_at > ${now}`.execute(unit.db)
  unit.changed('workflow', workflowId)
  return only(rows).id
}

interface Claimed extends Wanted {
  readonly id: number
  readonly requestedBy: number
}

const leaseFrom = ({ clock }: UnitOfWork): Date => new Date(clock.now().getTime() + LEASE_MINUTES * MINUTE)

async function claim(services: Services): Promise<Claimed | null> {
  return write(services, async (unit) => {
    const now = unit.clock.now()
    const { rows } = await sql<Claimed>`
      update workflow_test_run set state = 'running', started_at = ${now}, done = 0, failures = 0, lease_until = ${leaseFrom(unit)}
      where id = (select id from workflow_test_run where state = 'waiting' or (state = 'running' and lease_until <= ${now})
        order by id limit 1 for update skip locked)
      returning id, workflow_id, version_id, kind, seed, walks, requested_by`.execute(unit.db)
    return rows[0] ?? null
  })
}

async function mark(services: Services, run: Claimed, done: number, total: number, failures: number): Promise<void> {
  await write(services, async (unit) => {
    await sql`
      update workflow_test_run set done = ${done}, total = ${total}, failures = ${failures}, lease_until = ${leaseFrom(unit)} where id = ${run.id}`.execute(
      unit.db,
    )
    unit.changed('workflow', run.workflowId)
  })
}

/** A state that no life ever comes to, though all were looked for. */
const isMissing = ({ coverage, isComplete }: TestResult<KeptCase>): boolean =>
  isComplete && Object.values(coverage.states).some((count) => count === 0)

async function finish(
  services: Services,
  run: Claimed,
  result: TestResult<KeptCase> | null,
  error: string | null,
): Promise<void> {
  const failures = result?.cases.filter(({ failure }) => failure !== null).length ?? 0
  const isSound = failures === 0 && !(run.kind === 'paths' && result !== null && isMissing(result))
  await write(services, async (unit) => {
    await sql`
      update workflow_test_run set state = ${error !== null ? 'broken' : isSound ? 'passed' : 'failed'}, failures = ${failures},
        done = ${result?.cases.length ?? 0}, total = ${result?.cases.length ?? 0}, result = ${result && JSON.stringify(result)}::json, error = ${error},
        finished_at = ${unit.clock.now()}, lease_until = null where id = ${run.id}`.execute(unit.db)
    unit.changed('workflow', run.workflowId)
  })
}

const caseOf = (version: Version, trial: Trial, failure: TestFailure | null, took: number): KeptCase => ({
  testPeople: `${trial.testPeople.kind}${trial.testPeople.size}`,
  // Thresholds are the house's and the same in all of them.
  facts: Object.fromEntries(
    Object.entries(trial.facts).filter(([name]) => version.facts.has(name) && !name.startsWith('config.')),
  ),
  steps: trial.steps.map(({ name, place }) => ({ name, place })),
  failure,
  took,
})

/** Colleagues in service who may be called in, and the department of the requester. */
async function peopleOf(unit: UnitOfWork, applicant: number) {
  const { rows } = await sql<{ deptId: number; colleagues: readonly number[] }>`
    select dept_id, (select coalesce(json_agg(id), '[]') from (
      select id from app_user where state and deleted_at is null and id <> ${applicant} order by id limit ${COLLEAGUES}) c) as colleagues
    from app_user where id = ${applicant}`.execute(unit.db)
  return only(rows)
}

/** Renews the lease between two time slices, and answers whether this server continues. */
function keeping(services: Services, run: Claimed, signal: AbortSignal): () => Promise<boolean> {
  let savedAt = performance.now()
  return async () => {
    if (signal.aborted) return false
    if (performance.now() - savedAt > MINUTE) {
      savedAt = performance.now()
      await write(services, (unit) =>
        sql`update workflow_test_run set lease_until = ${leaseFrom(unit)} where id = ${run.id}`.execute(unit.db),
      )
    }
    return true
  }
}

async function trialsOf(
  services: Services,
  run: Claimed,
  version: Version,
  goesOn: () => Promise<boolean>,
): Promise<{ trials: readonly Trial[]; isComplete: boolean; formInput: FormInput } | null> {
  const house = await read(services, (unit) => readBureau(unit.db))
  const { definition, form } = version
  const { thresholds, known = {} } = surroundingsOf(form, definition, house)
  const formInput = formInputOf(definition, thresholds, known)
  if (run.kind === 'paths') {
    const plan = planning(definition, thresholds, (moments) => moments > MAX_MOMENTS, known)
    const planned = await inTimeSlices(plan, goesOn)
    if (planned === null) return null
    const { trials, isComplete } = planned
    return {
      trials: trials.slice(0, MAX_TRIALS),
      isComplete: isComplete && trials.length <= MAX_TRIALS,
      formInput,
    }
  }
  const trials = Array.from({ length: run.walks }, (_, index) =>
    randomTrial(definition, thresholds, run.seed + index, LENGTH, known),
  )
  return { trials, isComplete: true, formInput }
}

/** Carries out a run. */
async function perform(
  services: Services,
  engine: Engine,
  run: Claimed,
  signal: AbortSignal,
): Promise<TestResult<KeptCase> | null> {
  // Not out of what the engine holds: a draft still changes under its number.
  const version = await read(services, (unit) => createVersions().byId(unit.db, run.versionId))
  const { deptId, colleagues } = await read(services, (unit) => peopleOf(unit, run.requestedBy))
  const result = { services, engine, version, colleagues, applicant: accessAs(run.requestedBy, deptId) }
  const goesOn = keeping(services, run, signal)
  const planned = await trialsOf(services, run, version, goesOn)
  if (planned === null) return null
  const { trials, isComplete, formInput } = planned
  const cases: KeptCase[] = []
  await mark(services, run, 0, trials.length, 0)
  for (const [index, trial] of trials.entries()) {
    if (signal.aborted) return null
    const from = performance.now()
    const failure = await dryRunTrial(result, trial)
    let shown = trial
    let reason = failure
    if (failure !== null && run.kind === 'random') {
      let left = MAX_SHRINKS
      shown = await shrink(
        version.definition,
        trial,
        async (shorter) => {
          left -= 1
          const again = left < 0 ? null : await dryRunTrial(result, shorter)
          if (again !== null) reason = again
          return again !== null
        },
        formInput,
      )
    }
    cases.push(caseOf(version, shown, reason, Math.round(performance.now() - from)))
    if (index % STRIDE === STRIDE - 1)
      await mark(services, run, index + 1, trials.length, cases.filter((one) => one.failure !== null).length)
  }
  const coverage = await inTimeSlices(covering(version.definition, trials), goesOn)
  return coverage && { cases, coverage, isComplete }
}

/** Runs what waits, one after the other. */
export async function runTests(services: Services, signal: AbortSignal): Promise<void> {
  const engine = engineOf(services)
  // A server that stops takes nothing more: it would keep it from the others until the lease is over.
  while (!signal.aborted) {
    const run = await claim(services)
    if (run === null) return
    try {
      const result = await perform(services, engine, run, signal)
      // Stopped in the middle: the next server takes it once the lease is over.
      if (result === null) return
      await finish(services, run, result, null)
    } catch (error) {
      services.log.error({ err: error, run: run.id }, 'generated tests could not run')
      await finish(services, run, null, error instanceof Error ? error.message : String(error))
    }
  }
}

export const testDuty: WideDuty = { name: DUTY, every: { minutes: 1 }, work: runTests, isLong: true }
