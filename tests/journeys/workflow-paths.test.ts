/** The generated paths of shipped workflows, walked on the running server by the right people: wherever the pure machine is, the server is; whatever it refuses, the server refuses. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileWorkflow, type TicketMachine, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import { start, step } from '#machines/ticket/engine/replay.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { type ModelPath, shortestPathsCoveringTransitions } from '#tests/models/model.ts'
import { openPathBureau, type PathBureau } from './pathBureau.ts'
import { arrowsOf, definitionOf } from './pathCharts.ts'
import { actionsOf, isSettled, placesOf, type Scenario } from './paths.ts'
import { houseFaults, ticketFaults } from './soundness.ts'

/** Scenarios of `openPathBureau`, which are known once the bureau stands. */
const SCENARIOS = 29

describe.each(oneEngine)('generated paths on %s', (engine) => {
  let bureau: PathBureau
  /** Arrows of each chart that were walked on the server, by type. */
  const arrows = new Map<string, Set<string>>()
  /** States that were entered on the server, by type. */
  const entered = new Map<string, Set<string>>()

  beforeAll(async () => {
    bureau = await openPathBureau({ engine })
    expect(bureau.scenarios).toHaveLength(SCENARIOS)
  })
  afterAll(() => bureau.app.close())

  /** Walks one path on both; after each step the server is where the machine is. */
  async function walk(
    scenario: Scenario,
    machine: TicketMachine,
    path: ModelPath,
  ): Promise<{ ticketId: number | null; end: TicketSnapshot }> {
    const { app, momentOf, perform, ruledOut } = bureau
    let ticketId: number | null = null
    let before = start(machine, { applicant: scenario.applicant }).snapshot
    for (const [index, { event: plain }] of path.steps.entries()) {
      const event = plain as TicketEvent
      const result = step(machine, before, event)
      if (!result.ok) throw new Error(`the machine refuses step ${index} of ${path.description}`)
      const { snapshot } = result
      if (event.type !== 'participants') {
        const place = currentStates(before)[0]
        app.clock.set(momentOf(event, place, index))
        const answer = await perform(scenario, ticketId, event, place)
        const rule = ruledOut(scenario, event, before)
        const position = [path.description, index, event.type]
        expect([...position, answer.code, answer.errKey, answer.errors]).toEqual([
          ...position,
          rule === null ? 2000 : 4001,
          rule ?? undefined,
          // It concerns the whole form.
          rule === null ? undefined : { '': [expect.any(String)] },
        ])
        if (rule !== null) return { ticketId, end: before }
        ticketId = answer.data.id
      }
      if (isSettled(snapshot) && ticketId !== null) {
        const { rows } = await sql<{
          status: string
          currentKeys: readonly string[]
          round: number
        }>`select status, current_keys, round from ticket where id = ${ticketId}`.execute(app.database.db)
        expect([path.description, index, rows[0]]).toEqual([
          path.description,
          index,
          { status: statusOf(snapshot), currentKeys: currentStates(snapshot), round: snapshot.context.round },
        ])
        expect(await bureau.placesOnServer(ticketId)).toEqual(placesOf(snapshot))
      }
      entered.set(scenario.type, new Set([...(entered.get(scenario.type) ?? []), ...currentStates(snapshot)]))
      before = snapshot
    }
    return { ticketId, end: before }
  }

  /** People who took part try everything the machine refuses them here. */
  async function refuseAll(scenario: Scenario, ticketId: number, snapshot: TicketSnapshot): Promise<number> {
    const { app, perform } = bureau
    let tried = 0
    const revision = async () =>
      (await sql`select revision, events, status from ticket where id = ${ticketId}`.execute(app.database.db)).rows
    const before = await revision()
    for (const person of peopleOf(snapshot.context).filter((one) => one !== scenario.voider)) {
      for (const event of actionsOf(scenario, snapshot, person)) {
        if (snapshot.can(event)) continue
        const answer = await perform(scenario, ticketId, event, currentStates(snapshot)[0])
        expect([
          event.type,
          person,
          statusOf(snapshot),
          currentStates(snapshot),
          answer.code === 4001 || answer.code === 4003,
          answer.errKey,
        ]).toEqual([event.type, person, statusOf(snapshot), currentStates(snapshot), true, answer.errKey])
        tried += 1
      }
    }
    expect(await revision()).toEqual(before)
    return tried
  }

  it.each(Array.from({ length: SCENARIOS }, (_, index) => index))(
    'scenario %i: each path ends on the server where it ends in the chart, and what the chart refuses is refused',
    { timeout: 300_000 },
    async (index) => {
      const { app, stores, cars, repairs, seals, guests, prints, receptions, procurement } = bureau
      const scenario = bureau.scenarios[index]!
      const machine = compileWorkflow(scenario.definition)
      const paths = shortestPathsCoveringTransitions(machine, bureau.optionsOf(scenario))
      expect(paths.length).toBeGreaterThan(4)
      const walkedBefore = arrows.get(scenario.type) ?? new Set()
      arrows.set(scenario.type, walkedBefore)
      const refused = new Set<string>()
      const walked: number[] = []
      for (const path of paths) {
        // What another scenario of this chart has walked is walked once.
        const own = arrowsOf(path).filter((arrow) => !walkedBefore.has(arrow))
        if (own.length === 0) continue
        for (const arrow of own) walkedBefore.add(arrow)
        const { ticketId, end } = await walk(scenario, machine, path)
        if (ticketId === null) continue
        walked.push(ticketId)
        const visits = end.context.visits.at(-1)
        const place = JSON.stringify([end.value, visits?.claimedBy ?? null, visits?.slots.map((slot) => slot.relation)])
        if (isSettled(end) && !refused.has(place)) {
          refused.add(place)
          expect(await refuseAll(scenario, ticketId, end)).toBeGreaterThan(0)
        }
        await bureau.forget(ticketId)
      }
      const faults = await ticketFaults(app, walked)
      expect(faults.filter((fault) => !String(fault.rule).startsWith('LEV-02'))).toEqual([])
      expect(await houseFaults(app)).toEqual([])
      if (stores.isOf(scenario.type)) expect(await stores.faults(walked)).toEqual([])
      if (cars.isOf(scenario.type)) expect(await cars.faults(walked)).toEqual([])
      if (repairs.isOf(scenario.type)) expect(await repairs.faults(walked)).toEqual([])
      if (seals.isOf(scenario.type)) expect(await seals.faults(walked)).toEqual([])
      if (guests.isOf(scenario.type)) expect(await guests.faults(walked)).toEqual([])
      if (prints.isOf(scenario.type)) expect(await prints.faults(walked)).toEqual([])
      if (receptions.isOf(scenario.type)) expect(await receptions.faults(walked)).toEqual([])
      if (procurement.isOf(scenario.type)) expect(await procurement.faults(walked)).toEqual([])
    },
  )

  it('the paths of the three applications for cars enter every state of their charts', () => {
    for (const type of new Set(bureau.cars.scenarios.map((scenario) => scenario.type)))
      expect([type, [...(entered.get(type) ?? [])].sort()]).toEqual([
        type,
        definitionOf(type)
          .states.filter(({ kind }) => kind !== 'cc')
          .map(({ key }) => key)
          .sort(),
      ])
  })
})
