/** A simulation with absences finds for every state whom a real ticket finds when these people are really disabled (25.11, issue 17.12). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluate, fieldsOf } from '#machines/ticket/definition/conditions.ts'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { Visit } from '#machines/ticket/engine/vocabulary.ts'
import { formInputOf } from '#machines/ticket/explore/formInput.ts'
import { conditionsOf } from '#machines/ticket/verify/partition.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { dispatch } from '#src/server/tickets/commands/dispatch.ts'
import { simulateDesign } from '#src/server/tickets/designs/simulate.ts'
import { createTicket } from '#src/server/tickets/forms/drafts.ts'
import { dryRun } from '#src/server/tickets/tests/dryRun.ts'
import { accessAs, bareVersion, trialEngine } from '#src/server/tickets/tests/testPeople.ts'
import { type Engine, engineOf } from '#src/server/tickets/versions/engine.ts'
import type { Version } from '#src/server/tickets/versions/versions.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { runs } from '#tests/harness/runs.ts'
import { type ShippedType, shippedTypes, thresholds } from '#tests/models/workflows/shipped.ts'

/** How many: a few with every run, more with `SIMULATIONS=1000`. */
const RUNS = Number(process.env.SIMULATIONS ?? runs(30))
const MAX_STEPS = 60
const REASON = 'for the test'

interface Person {
  readonly id: number
  readonly deptId: number
  readonly decides: boolean
}
/** Who is found for a state: ids in order; null where it is passed over. */
type Found = readonly (readonly [state: string, people: readonly number[] | null])[]

const sorted = (people: readonly number[]): readonly number[] => [...new Set(people)].toSorted((a, b) => a - b)

/** Forms under which all work can be done. */
const formsOf = ({ workflow, known }: ShippedType): readonly Facts[] =>
  formInputOf(workflow, thresholds, known).cells.filter((cell) =>
    workflow.states.every(({ doneWhen }) => evaluate(doneWhen, cell)),
  )

/** What comes of the values written, not what the applicant or the house is. */
const valuesIn = (cell: Facts): Facts =>
  Object.fromEntries(Object.entries(cell).filter(([name]) => !/^(applicant|dept|config)\./.test(name)))

describe.each(oneEngine)('people of a simulated application on %s', (kind) => {
  let app: TestApp
  let engine: Engine
  let people: readonly Person[]
  beforeAll(async () => {
    app = await startApp({ engine: kind })
    engine = engineOf(app.services)
    const { rows } = await sql<Person>`
      select u.id, u.dept_id, exists (select 1 from department d where d.leader_id = u.id)
        or exists (select 1 from user_role m join role r on r.id = m.role_id where m.user_id = u.id and r.key <> 'staff') as decides
      from app_user u where u.state and u.deleted_at is null order by u.id`.execute(app.database.db)
    people = rows
  })
  afterAll(() => app.close())

  const simulated = async (
    unit: UnitOfWork,
    one: ShippedType,
    applicant: Person,
    facts: Facts,
    absentIds: readonly number[],
  ) => {
    const design = { definition: one.workflow, form: { sections: [] } }
    const reader = { engine, unit, language: 'zhHans' } as const
    return simulateDesign(reader, design, { applicantId: applicant.id, facts, absentIds })
  }

  /** The version as it would be published, with a form anybody can fill; people are found by the real rules. */
  async function realEngine(unit: UnitOfWork, { key, workflow }: ShippedType, facts: Facts): Promise<Engine> {
    const published = await engine.versions.current(unit.db, 'otherBusiness')
    if (!published) throw new Error('otherBusiness is not published')
    const bare = bareVersion({ ...published, type: key, definition: workflow })
    const version: Version = {
      ...bare,
      machine: compileWorkflow(bare.definition),
      facts: new Set(conditionsOf(workflow).flatMap(fieldsOf)),
    }
    const trial = { testPeople: { kind: 'apart', size: 1 }, facts, steps: [] } as const
    const bound = trialEngine(
      engine,
      version,
      trial,
      (person) => person,
      () => undefined,
    )
    return { ...bound, participants: engine.participants }
  }

  /** A ticket of this person to its end, or to where nobody is found. */
  async function lived(unit: UnitOfWork, one: ShippedType, applicant: Person, facts: Facts) {
    const real = await realEngine(unit, one, facts)
    const caller = { language: 'zhHans', origin: { ip: null, requestId: null }, revision: null } as const
    const as = (person: number) => ({ ...caller, access: accessAs(person, applicant.deptId) })
    const { ticket } = await createTicket(real, unit, one.key, { reason: REASON }, false, as(applicant.id))
    let { snapshot } = await dispatch(real, unit, ticket.id, { type: 'submit', comment: '' }, as(applicant.id))
    for (let count = 0; count < MAX_STEPS; count += 1) {
      const open = liveVisits(snapshot.context).flatMap((visit) =>
        visit.slots.filter(({ status }) => status === 'open').map(({ holder }) => ({ visit, holder })),
      )
      const [next] = open
      if (next === undefined) break
      const type = next.visit.kind === 'handle' ? 'handle' : 'approve'
      const command = { type, comment: REASON, visit: next.visit.id } as const
      snapshot = (await dispatch(real, unit, ticket.id, command, as(next.holder))).snapshot
    }
    return { visits: snapshot.context.visits, status: statusOf(snapshot) }
  }

  const foundIn = (visits: readonly Visit[]): Found =>
    visits
      .filter(({ kind: of }) => of === 'approve' || of === 'handle')
      .map(({ state, outcome, slots }) => [
        state,
        outcome === 'skipped' || (outcome !== null && slots.length === 0)
          ? null
          : sorted(slots.map(({ holder }) => holder)),
      ])

  it('are those of a real ticket with the absent people disabled, for every shipped type', {
    timeout: 600_000,
  }, async () => {
    const met = { refused: 0, ended: 0, waiting: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...shippedTypes.map(({ key }) => key)),
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 8 }),
        // All people of a state are away more often than chance has it.
        fc.option(fc.nat()),
        async (key, form, who, away, emptied) => {
          const one = shippedTypes.find((type) => type.key === key)
          if (one === undefined) return
          const forms = formsOf(one)
          const facts = valuesIn(forms[form % forms.length] ?? {})
          const applicant = people[who % people.length]
          if (applicant === undefined) return
          const result = await dryRun(app.services, async (unit) => {
            const full = await simulated(unit, one, applicant, facts, [])
            // Those who would act first: others change nothing.
            const named = full.flatMap((step) => step.people.map(({ id }) => id))
            const likely = [...named, ...named, ...people.filter(({ decides }) => decides).map(({ id }) => id)]
            const whole = emptied === null ? [] : (full[emptied % full.length]?.people ?? []).map(({ id }) => id)
            const absent = sorted([...whole, ...away.flatMap((index) => likely[index % likely.length] ?? [])]).filter(
              (id) => id !== applicant.id,
            )
            const steps = await simulated(unit, one, applicant, facts, absent)
            await sql`update app_user set state = false where id = any(${[...absent]}::bigint[])`.execute(unit.db)
            try {
              return { absent, steps, ...(await lived(unit, one, applicant, facts)) }
            } catch (error) {
              if (error instanceof RuleError) return { absent, steps, refused: error.problem.key }
              throw error
            }
          })
          const shown = result.steps.filter((step) => step.kind === 'approve' || step.kind === 'handle')
          const expected: Found = shown.map(({ state, people: found, skipped }) => [
            state,
            skipped ? null : sorted(found.map(({ id }) => id)),
          ])
          const about = { type: one.key, applicant: applicant.id, absent: result.absent, facts }
          for (const step of shown) if (!step.skipped) expect(step.isUnlimited === true).toBe(step.dueInHours === null)
          if ('refused' in result) {
            met.refused += 1
            const hasGap = expected.some(([, found]) => found?.length === 0)
            expect({ ...about, refused: result.refused, hasGap }).toEqual({
              ...about,
              refused: 'wf.noParticipant',
              hasGap: true,
            })
            return
          }
          const actual = foundIn(result.visits)
          const isWhole = result.status === 'completed'
          met[isWhole ? 'ended' : 'waiting'] += 1
          expect({ ...about, found: actual }).toEqual({
            ...about,
            found: isWhole ? expected : expected.slice(0, actual.length),
          })
        },
      ),
      { numRuns: RUNS, seed: Number(process.env.SIMULATION_SEED ?? 20_260_311) },
    )
    expect(met.ended).toBeGreaterThan(RUNS / 4)
  })
})
