/** Generated tests and random walks fill in the form as people do, and agree with the proof about where tickets stand still (25.10, 25.11). */
import { describe, expect, it } from 'vitest'
import { explore } from '#machines/ticket/explore/explore.ts'
import { randomTrial } from '#machines/ticket/explore/trials.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { runs } from '../harness/runs.ts'
import { bruteForce, randomWithForm } from './workflows/bruteForce.ts'
import { faultyForms, soundForms, surroundingsIn, type WithForm } from './workflows/forms.ts'
import { chance } from './workflows/random.ts'
import { shippedTypes, thresholds } from './workflows/shipped.ts'

/** Faults that leave a ticket standing still. */
const stops: readonly string[] = ['participantUnfilled', 'doneNever', 'doneUnwritable']
const stopping = faultyForms.filter(({ name }) => stops.includes(name))
const MAX_MOMENTS = 20_000
const SEEDS = runs(20)
const LENGTH = 30

function explored(one: WithForm) {
  const { thresholds, known } = surroundingsIn(one)
  return explore(one.definition, thresholds, (moments) => moments > MAX_MOMENTS, known)
}

/** The states in which random walks find nobody to act. */
function unstaffedIn(one: WithForm): readonly string[] {
  const { thresholds, known } = surroundingsIn(one)
  const blocking = one.definition.states.filter(({ emptyPolicy }) => emptyPolicy.type === 'block')
  const walks = Array.from({ length: SEEDS }, (_, seed) => randomTrial(one.definition, thresholds, seed, LENGTH, known))
  return blocking
    .map(({ key }) => key)
    .filter((key) => walks.some(({ steps }) => steps.at(-1)?.place === key && steps.at(-1)?.isUnstaffed === true))
}

describe('of faulty definitions with a form', () => {
  it.each(stopping)('exploring stands still where the proof says: $what', (one) => {
    const named = verify(one.definition, surroundingsIn(one)).map(({ state }) => state)
    expect(explored(one).stuck).toEqual(named)
  })

  it.each(stopping.filter(({ name }) => name === 'participantUnfilled'))('a random walk finds nobody: $what', (one) => {
    const named = verify(one.definition, surroundingsIn(one)).map(({ state }) => state)
    expect(unstaffedIn(one)).toEqual(named)
  })
})

describe('of sound definitions with a form', () => {
  it.each(soundForms)('exploring stands still nowhere and enters every state: $what', (one) => {
    const { stuck, states, isComplete } = explored(one)
    expect({ stuck, isComplete, states: states.toSorted() }).toEqual({
      stuck: [],
      isComplete: true,
      states: one.definition.states.map(({ key }) => key).toSorted(),
    })
  })

  it.each(soundForms)('every random walk finds somebody: $what', (one) => {
    expect(unstaffedIn(one)).toEqual([])
  })
})

/** A third of what a run of generated tests may meet (runs.ts). */
const SHIPPED_MOMENTS = 20_000

describe('of shipped types with their forms (25.10)', () => {
  it.each(shippedTypes)('exploring $key hits no limit, enters every state and stands still nowhere', (one) => {
    const { workflow, known } = one
    const { stuck, states, isComplete } = explore(workflow, thresholds, (moments) => moments > SHIPPED_MOMENTS, known)
    expect({ stuck, isComplete, states: states.toSorted() }).toEqual({
      stuck: [],
      isComplete: true,
      states: workflow.states
        .filter(({ kind }) => kind !== 'cc')
        .map(({ key }) => key)
        .toSorted(),
    })
  })
})

/** How many: a few with every run, more with `RANDOM_FORMS=500`. */
const COUNT = Number(process.env.RANDOM_FORMS ?? 30)

it(`exploring ${COUNT} random forms stands still and comes exactly where a walk over every value does`, {
  timeout: 120_000,
}, () => {
  for (let seed = 0; seed < COUNT; seed += 1) {
    const one = randomWithForm(chance(seed))
    const { stuck, states } = explored(one)
    const met = bruteForce(one)
    expect({ seed, stuck: stuck.toSorted(), states: states.toSorted() }).toEqual({
      seed,
      stuck: [...met.stuck].toSorted(),
      states: [...met.reached].toSorted(),
    })
  }
})
