/** Paths generated from the three shipped kinds of workflow: everything the charts can do is done, and everything else refused. */
import { describe, expect, it } from 'vitest'
import type { Facts, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { step } from '#machines/ticket/engine/replay.ts'
import { isAskingRole, statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { abstractOf } from '#machines/ticket/explore/positions.ts'
import { eventsFor, type TestPeople } from '#machines/ticket/explore/testPeople.ts'
import { reachableStates, refusals, runPath, shortestPaths, transitionCoverage } from './model.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { row, state } from './workflows/small.ts'

/** Applicants are passed over in the first and last of three steps, of which the last would be asked of nobody else (25.7 rule 3). */
const own: WorkflowDefinition = row(
  [
    state('leader', { skipsApplicant: true }),
    state('office'),
    state('chief', { skipsApplicant: true, emptyPolicy: { type: 'toRole', role: 'sysAdmin' }, allowReturn: 'start' }),
  ],
  { key: 'own' },
)

const APPLICANT = 1
const apart: TestPeople = { kind: 'apart', size: 1 }
const pairs: TestPeople = { kind: 'apart', size: 2 }
const ownOnly: TestPeople = { kind: 'own', size: 1 }
const nobody: TestPeople = { kind: 'nobody', size: 1 }
const thresholds = { 'config.wf.t1': 5000, 'config.wf.t2': 50_000 }

interface Walk {
  readonly definition: WorkflowDefinition
  readonly facts: Facts
  readonly testPeople: TestPeople
}

/** Long and short paths, found and missing people; together they take every transition of the three charts. */
const walks: readonly Walk[] = [
  { definition: leave, testPeople: apart, facts: { days: 8, 'applicant.isDeptLeader': false } },
  { definition: leave, testPeople: nobody, facts: { days: 5, 'applicant.isDeptLeader': false } },
  { definition: leave, testPeople: apart, facts: { days: 3, 'applicant.isDeptLeader': false } },
  { definition: leave, testPeople: apart, facts: { days: 1, 'applicant.isDeptLeader': true } },
  { definition: finance, testPeople: apart, facts: { ...thresholds, amount: 50_001, payState: 'paid' } },
  { definition: finance, testPeople: nobody, facts: { ...thresholds, amount: 5001, payState: 'paid' } },
  { definition: finance, testPeople: apart, facts: { ...thresholds, amount: 100, payState: 'failed' } },
  { definition: other, testPeople: apart, facts: { noteOnly: true } },
  { definition: other, testPeople: pairs, facts: { noteOnly: false } },
  { definition: other, testPeople: nobody, facts: { noteOnly: false } },
  { definition: own, testPeople: apart, facts: {} },
  { definition: own, testPeople: ownOnly, facts: {} },
  { definition: own, testPeople: nobody, facts: {} },
]

/** Returns that only these conditions make impossible: the state between is passed over for no value that leads this far. */
const impossible: Readonly<Record<string, readonly string[]>> = {
  financialReimbursementTwo: [
    'ticket.process.financeLeader.open: retrieve -> ticket.process.financeAudit.staffing',
    'ticket.process.bureauLeader.open: retrieve #1 -> ticket.process.financeAudit.staffing',
  ],
}

/** Events that nobody in the chain sends, or that move nothing: they belong to the chart all the same. */
function remarks(facts: Facts): readonly TicketEvent[] {
  const by = { at: '2000-01-01T00:00:00.000Z', facts, dataHash: 'same', actor: APPLICANT, comment: 'how is it going' }
  return [
    { ...by, type: 'urge' },
    { ...by, type: 'comment' },
    { ...by, type: 'cc', people: [7] },
    // The ticket it was filed for is gone.
    { at: by.at, facts, dataHash: by.dataHash, type: 'abandon' },
  ]
}

/** WF-14: whom the empty policy asks is not there either. */
const stillNobody = (snapshot: TicketSnapshot, facts: Facts): readonly TicketEvent[] =>
  liveVisits(snapshot.context)
    .filter(({ state }) => isAskingRole(snapshot, state))
    .map(({ id }) => ({
      at: '2000-01-01T00:00:00.000Z',
      facts,
      dataHash: 'same',
      type: 'participants',
      visit: id,
      people: [],
    }))

const optionsOf = ({ definition, testPeople, facts }: Walk) => ({
  events: (snapshot: TicketSnapshot) => [
    ...eventsFor(definition, testPeople, facts, snapshot),
    ...remarks(facts),
    ...stillNobody(snapshot, facts),
  ],
  tell: abstractOf,
  inputs: [{ applicant: APPLICANT }],
})

/** One event of each type, actor and target. */
function kindOf(event: TicketEvent): string {
  const actor = 'actor' in event ? event.actor : null
  return JSON.stringify([event.type, actor, 'target' in event ? event.target : null])
}

describe.each([leave, finance, other, own])('the chart of $key', (definition) => {
  const machine = compileWorkflow(definition)
  const ownWalks = walks.filter((walk) => walk.definition === definition)

  it('I1 to I21 hold at the end of every shortest path, and the paths take every transition', {
    timeout: 60_000,
  }, () => {
    const coverage = transitionCoverage(machine)
    for (const walk of ownWalks) {
      for (const path of shortestPaths(machine, optionsOf(walk))) {
        let last: TicketSnapshot | undefined
        coverage.add(runPath(machine, path, (snapshot) => (last = snapshot)))
        expect(last && violations(definition, last)).toEqual([])
      }
    }
    expect(coverage.missing()).toEqual(impossible[definition.key] ?? [])
  })

  it('WF-02 refuses everything else, and a refusal changes nothing', { timeout: 60_000 }, () => {
    const [walk] = ownWalks
    if (!walk) throw new Error('no walk')
    const { events } = optionsOf(walk)
    const states = reachableStates(machine, optionsOf(walk))
    // What is sound in one moment is tried in all of them.
    const tried = [...new Map(states.flatMap(events).map((event) => [kindOf(event), event])).values()]
    expect(refusals(machine, states, tried).length).toBeGreaterThan(states.length)
    const ended = states.filter((state) => ['rejected', 'voided'].includes(statusOf(state)))
    const accepted = ended.flatMap((state) => tried.filter((event) => step(machine, state, event).ok))
    expect(new Set(accepted.map((event) => event.type))).toEqual(new Set(['comment', 'cc']))
  })
})
