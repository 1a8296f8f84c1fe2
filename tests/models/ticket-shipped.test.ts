/** The workflows of all 29 types (20.3): proved, and walked over every state and every transition. */
import { describe, expect, it } from 'vitest'
import type { Facts, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow, type TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { start, step } from '#machines/ticket/engine/replay.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import { APPLICANT, eventsFor, testPeopleKinds } from '#machines/ticket/explore/testPeople.ts'
import { conditionsOf, partition } from '#machines/ticket/verify/partition.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { shippedTypes, thresholds } from './workflows/shipped.ts'

const [apart] = testPeopleKinds
const forward = ['submit', 'participants', 'approve', 'handle', 'open']

/** A ticket that everybody approves, to its end or to where somebody could not finish. */
function lifeOf(definition: WorkflowDefinition, facts: Facts): TicketSnapshot {
  const machine = compileWorkflow(definition)
  let { snapshot } = start(machine, { applicant: APPLICANT })
  for (let count = 0; count < 100 && statusOf(snapshot) !== 'completed'; count++) {
    const events = apart ? eventsFor(definition, apart, facts, snapshot) : []
    const next = events
      .filter(({ type }) => forward.includes(type))
      .map((event) => step(machine, snapshot, event))
      .find((result) => result.ok && result.snapshot.context !== snapshot.context)
    if (!next?.ok) break
    snapshot = next.snapshot
  }
  return snapshot
}

it('all 29 types have a workflow, each once', () => {
  expect(new Set(shippedTypes.map(({ key }) => key)).size).toBe(29)
  expect(shippedTypes.length).toBe(29)
})

describe.each(shippedTypes)('$key', ({ workflow, fields, known }) => {
  it('is proved without a fault (25.10)', () => {
    expect(verify(workflow, { fields, thresholds, known })).toEqual([])
  })

  it('is walked over every state and every transition', () => {
    const { cells } = partition(conditionsOf(workflow), thresholds)
    const lives = cells.map((facts) => lifeOf(workflow, facts))
    expect(lives.flatMap((life) => violations(workflow, life))).toEqual([])
    const paths = lives.map(({ context, value }) => [
      'start',
      ...context.visits.map((visit) => visit.state),
      ...(value === 'completed' ? ['end'] : []),
    ])
    const entered = lives.flatMap(({ context }) =>
      context.visits.filter(({ outcome }) => outcome !== 'skipped').map((visit) => visit.state),
    )
    const taken = paths.flatMap((path) => path.slice(1).map((key, index) => `${path[index]} -> ${key}`))
    expect(workflow.states.map(({ key }) => key).filter((key) => !entered.includes(key))).toEqual([])
    expect(
      workflow.transitions
        .map(({ from, to }) => `${from} -> ${to}`)
        .filter((transition) => !taken.includes(transition)),
    ).toEqual([])
  })
})
