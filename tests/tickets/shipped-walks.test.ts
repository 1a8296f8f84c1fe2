/** Random walks of the shipped types go on the real engine as the model says (25.10, 25.11). What conditions see of their forms follows the forms' own rules; the values behind that are not made up (0023). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '#machines/ticket/definition/conditions.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { formInputOf } from '#machines/ticket/explore/formInput.ts'
import { randomTrial, shrink } from '#machines/ticket/explore/trials.ts'
import { conditionsOf } from '#machines/ticket/verify/partition.ts'
import { dryRunTrial } from '#src/server/tickets/tests/dryRun.ts'
import { accessAs } from '#src/server/tickets/tests/testPeople.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { read } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type ShippedType, shippedTypes, thresholds } from '#tests/models/workflows/shipped.ts'

/** How many of each type: a few with every run, more with `SHIPPED_WALKS=50`. */
const WALKS = Number(process.env.SHIPPED_WALKS ?? 4)
const FIRST_SEED = 20_260_311
const LENGTH = 30
const COLLEAGUES = 12

describe.each(oneEngine)('shipped types on %s', (kind) => {
  let app: TestApp
  let people: readonly { readonly id: number; readonly deptId: number }[]
  beforeAll(async () => {
    app = await startApp({ engine: kind })
    const { rows } = await sql<{ id: number; deptId: number }>`
      select u.id, u.dept_id from app_user u where u.state and u.deleted_at is null
        and not exists (select 1 from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key <> 'staff')
      order by u.id limit ${COLLEAGUES + 1}`.execute(app.database.db)
    people = rows
  })
  afterAll(() => app.close())

  /** The dry run of a trial of this type. */
  async function runnerOf({ key, workflow }: ShippedType) {
    const engine = engineOf(app.services)
    const published = await read(app.services, (unit) => engine.versions.current(unit.db, 'otherBusiness'))
    const [applicant, ...others] = people
    if (!published || applicant === undefined) throw new Error('the demo bureau is not there')
    const version = {
      ...published,
      type: key,
      definition: workflow,
      machine: compileWorkflow(workflow),
      facts: new Set(conditionsOf(workflow).flatMap(fieldsOf)),
    }
    return {
      services: app.services,
      engine,
      version,
      colleagues: others.map(({ id }) => id),
      applicant: accessAs(applicant.id, applicant.deptId),
    }
  }

  it.each(shippedTypes)('$key: every step of random walks ends where the model is', async (one) => {
    const { workflow, known } = one
    const run = await runnerOf(one)
    const failures = []
    for (let seed = FIRST_SEED; seed < FIRST_SEED + WALKS; seed += 1) {
      const trial = randomTrial(workflow, thresholds, seed, LENGTH, known)
      if ((await dryRunTrial(run, trial)) === null) continue
      const fails = async (shorter: typeof trial) => (await dryRunTrial(run, shorter)) !== null
      const shortest = await shrink(workflow, trial, fails, formInputOf(workflow, thresholds, known))
      failures.push({
        seed,
        failure: await dryRunTrial(run, shortest),
        steps: shortest.steps.map(({ name, place, event }) => ({ name, place, facts: event.facts })),
      })
    }
    expect(failures).toEqual([])
  })
})
