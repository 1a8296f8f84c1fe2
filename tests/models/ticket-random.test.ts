/** Random workflows: what publishing accepts runs to an end, and what it calls unreachable never is reached (25.10). */
import { describe, expect, it } from 'vitest'
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { routeOf } from '#machines/ticket/explore/route.ts'
import { conditionsOf, partition } from '#machines/ticket/verify/partition.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { surroundings } from './workflows/faulty.ts'
import { chance, randomLife, randomWorkflow } from './workflows/random.ts'

/** How many: a few hundred with every run, 10,000 with `npm run bench -- proofs`. */
const COUNT = Number(process.env.RANDOM_WORKFLOWS ?? 120)
const all = Array.from({ length: COUNT }, (_, seed) => {
  const luck = chance(seed)
  const definition = randomWorkflow(luck)
  return { seed, luck, definition, faults: verify(definition, surroundings) }
})

describe(`${COUNT} random workflows`, () => {
  it('some are accepted and some refused, each for its reasons', () => {
    const accepted = all.filter(({ faults }) => faults.length === 0).length
    expect(accepted).toBeGreaterThan(COUNT / 5)
    expect(COUNT - accepted).toBeGreaterThan(COUNT / 5)
  })

  it('each accepted one compiles and lives to an end, and the invariants hold there', () => {
    const stuck = all
      .filter(({ faults }) => faults.length === 0)
      .flatMap(({ seed, luck, definition }) => {
        const { last, hasEnded } = randomLife(luck, definition)
        const broken = violations(definition, last)
        return hasEnded && broken.length === 0 ? [] : [{ seed, hasEnded, at: last.value, broken }]
      })
    expect(stuck).toEqual([])
  })

  it('where nothing can change on the way, exactly the states no facts lead to are called unreachable', () => {
    const fixed = Object.fromEntries(
      Object.entries(surroundings.known ?? {}).map(([name, fact]) => [
        name,
        { ...fact, isComputed: false, start: 'read' as const },
      ]),
    )
    const bare = (definition: WorkflowDefinition): WorkflowDefinition => ({
      ...definition,
      states: definition.states.map(({ fields: _, ...state }) => state),
    })
    const wrong = all.flatMap(({ seed, definition }) => {
      const plain = bare(definition)
      const faults = verify(plain, { ...surroundings, known: fixed })
      const said = faults.flatMap(({ state, message }) => (message.key === 'workflow.fault.unreachable' ? [state] : []))
      const isWalkable = faults.every(
        ({ rule, message }) => rule !== 'WFD-01' || message.key === 'workflow.fault.unreachable',
      )
      if (!isWalkable) return []
      const domains = Object.fromEntries(Object.entries(fixed).map(([name, { domain }]) => [name, domain]))
      const asked: readonly Condition[] = conditionsOf(plain)
      const { cells, isComplete } = partition(asked, surroundings.thresholds, domains)
      const met = new Set(
        cells.flatMap((facts) =>
          routeOf(plain, facts)
            .filter((step) => !step.isSkipped)
            .map((step) => step.state),
        ),
      )
      const missed = plain.states.map(({ key }) => key).filter((key) => !met.has(key))
      return isComplete && JSON.stringify(missed.toSorted()) !== JSON.stringify(said.toSorted())
        ? [{ seed, missed, said }]
        : []
    })
    expect(wrong).toEqual([])
  })
})
