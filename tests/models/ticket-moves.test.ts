/** Moves by hand at random (25.11): from any moment of one workflow into any places of another, and then lived to the end. */
import { expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { compileWorkflow, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { type Move, move } from '#machines/ticket/engine/move.ts'
import { regionsOf } from '#machines/ticket/engine/regions.ts'
import { persist, restore, step } from '#machines/ticket/engine/replay.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import { eventsFor, testPeopleKinds } from '#machines/ticket/explore/testPeople.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { runs } from '#tests/harness/runs.ts'
import { branching, inclusive, nested, parallel } from './workflows/branching.ts'
import { surroundings } from './workflows/faulty.ts'
import { chance, randomFacts, randomLife, randomMoment, randomWorkflow } from './workflows/random.ts'
import { row, state } from './workflows/small.ts'

const gate = {
  kind: 'cc',
  participant: { type: 'several', of: [] },
  emptyPolicy: { type: 'skip' },
  timers: [],
} as const
const files: Partial<StateDefinition> = {
  kind: 'sub',
  child: { type: 'other', values: {}, wait: true },
  emptyPolicy: { type: 'skip' },
}
const work = { kind: 'handle', allowReturn: 'start' } as const

const shapes: readonly WorkflowDefinition[] = [
  parallel(),
  inclusive(),
  nested(),
  parallel({ open: gate, joined: { ...gate, joinOf: 'open' } }),
  parallel({ legal: files, joined: work }),
  parallel({ legalHead: work, money: work, joined: work }),
  branching('inclusive', [
    { from: 'open', to: 'legal', when: { field: 'amount', op: 'gt', value: 5 } },
    { from: 'open', to: 'joined' },
    { from: 'legal', to: 'joined' },
  ]),
  row([state('first'), state('filed', files), state('last'), state('work', work)]),
]

/** Whoever is asked for is found, and whatever is to be filed is. */
function manned(definition: WorkflowDefinition, seed: number, from: TicketSnapshot): TicketSnapshot {
  const machine = compileWorkflow(definition)
  const testPeople = testPeopleKinds[seed % 3] ?? { kind: 'apart', size: 1 }
  let snapshot = from
  for (;;) {
    const [event, ...others] = eventsFor(definition, testPeople, randomFacts(chance(seed)), snapshot)
    const isAnswer = event?.type === 'participants' || (event?.type === 'child' && event.said === 'filed')
    const result = event && isAnswer && others.length === 0 ? step(machine, snapshot, event) : null
    if (!result?.ok) return snapshot
    snapshot = result.snapshot
  }
}

const RUNS = runs(750)

it('25.11 a ticket brought over by hand from any moment into any places keeps the invariants, is the same when it is replayed, and comes to an end', () => {
  const met = { outOfBranches: 0, intoBranches: 0, intoSeveral: 0, intoJoins: 0, outOfWaiting: 0, intoWaiting: 0 }
  const broken: unknown[] = []
  for (let seed = 0; seed < RUNS; seed++) {
    const luck = chance(seed)
    const oneOf = () => {
      const drawn = luck.isLucky(70) ? luck.of(shapes) : randomWorkflow(luck)
      return shapes.includes(drawn) || verify(drawn, surroundings).length === 0 ? drawn : luck.of(shapes)
    }
    const [left, entered] = [oneOf(), oneOf()]
    const before = randomMoment(luck, left, 14)
    const keys = entered.states.map(({ key }) => key)
    const [target = '', ...beside] = Array.from({ length: luck.isLucky(60) ? 1 : 2 }, () => luck.of(keys))
    const given = { at: '2000-01-02T00:00:00.000Z', facts: randomFacts(luck), dataHash: 'same' }
    const event: Move = { ...given, type: 'move', actor: 50, comment: 'a reason', from: 7, target, beside }
    const machine = compileWorkflow(entered)
    const again = () => move(machine, indexWorkflow(entered), before.context, event)
    const result = again()
    if (!result.ok) continue
    const [was, now] = [liveVisits(before.context), liveVisits(result.snapshot.context)]
    if (was.length > 1) met.outOfBranches++
    if (now.some((visit) => regionsOf(visit).length > 0)) met.intoBranches++
    if (beside.length > 0 && beside[0] !== target) met.intoSeveral++
    if (entered.states.some(({ key, joinOf }) => key === target && joinOf !== undefined)) met.intoJoins++
    if (was.some(({ child }) => child)) met.outOfWaiting++
    if (now.some(({ kind }) => kind === 'sub')) met.intoWaiting++
    const after = manned(entered, seed, result.snapshot)
    const stored = restore(machine, JSON.parse(JSON.stringify(persist(after))))
    const { last, hasEnded } = randomLife(luck, entered, stored)
    const faults = {
      moved: [...violations(entered, after), ...violationsOfStep(before.context, after.context)],
      stays: statusOf(after) === statusOf(before) ? [] : [statusOf(before), statusOf(after)],
      repeats: again().ok && JSON.stringify(again()) === JSON.stringify(result) ? [] : ['another'],
      ends: hasEnded ? violations(entered, last) : ['never'],
    }
    if (Object.values(faults).some((list) => list.length > 0)) broken.push({ seed, target, beside, ...faults })
  }

  expect(broken).toEqual([])
  // Places of every sort were met.
  expect(Object.entries(met).filter(([, count]) => count < 5)).toEqual([])
})
