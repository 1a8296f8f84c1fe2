/** Proofs take the form as people meet it: definitions whose fault, or whose soundness, hangs on what shows (25.10). */
import { describe, expect, it } from 'vitest'
import { verify } from '#machines/ticket/verify/verify.ts'
import { bruteForce, randomWithForm } from './workflows/bruteForce.ts'
import { faultyForms, soundForms, surroundingsIn } from './workflows/forms.ts'
import { chance } from './workflows/random.ts'

const NAME = 'workflow.fault.'

describe('the corpus of forms', () => {
  it('has at least 15 definitions of each kind', () => {
    expect(faultyForms.length).toBeGreaterThanOrEqual(15)
    expect(soundForms.length).toBeGreaterThanOrEqual(15)
  })

  it.each(faultyForms)('$name: $what', (one) => {
    const found = verify(one.definition, surroundingsIn(one))
    expect(found.map(({ message, path }) => [message.key, path])).toEqual([[NAME + one.name, one.path]])
  })

  it.each(soundForms)('no false alarm: $what', (one) => {
    expect(verify(one.definition, surroundingsIn(one))).toEqual([])
  })
})

/** How many: some hundred with every run, more with `RANDOM_FORMS=5000`. */
const COUNT = Number(process.env.RANDOM_FORMS ?? 250)
const random = Array.from({ length: COUNT }, (_, seed) => {
  const one = randomWithForm(chance(seed))
  const faults = verify(one.definition, surroundingsIn(one)).map(({ message, ...fault }) => ({
    ...fault,
    name: message.key.slice(NAME.length),
  }))
  return { seed, faults, met: bruteForce(one), keys: one.definition.states.map(({ key }) => key) }
})
/** Faults whose path ends with a ticket that nobody can carry on. */
const stops: readonly string[] = ['participantUnfilled', 'doneNever', 'doneUnwritable']

describe(`${COUNT} random forms with their workflows, walked over every value`, () => {
  it('some are called sound and some faulty', () => {
    const accepted = random.filter(({ faults }) => faults.length === 0).length
    expect(accepted).toBeGreaterThan(COUNT / 20)
    expect(COUNT - accepted).toBeGreaterThan(COUNT / 5)
  })

  it('what is called sound never gets stuck, reaches every state and always knows its route', () => {
    const wrong = random
      .filter(({ faults }) => faults.length === 0)
      .flatMap(({ seed, met, keys }) => {
        const missed = keys.filter((key) => !met.reached.has(key))
        const { stuck, gaps, overlaps } = met
        return missed.length + stuck.size + gaps.size + overlaps.size === 0
          ? []
          : [{ seed, missed, stuck: [...stuck], gaps: [...gaps], overlaps: [...overlaps] }]
      })
    expect(wrong).toEqual([])
  })

  it('every state that gets stuck is named, and no other; the path shown really ends there', () => {
    const wrong = random.flatMap(({ seed, met, faults }) => {
      const said = faults.filter(({ name }) => stops.includes(name))
      const named = new Set(said.map(({ state }) => state))
      const unnamed = [...met.stuck].filter((key) => !named.has(key))
      const astray = said.filter(({ path }) => !met.isStuckAfter(path))
      return unnamed.length + astray.length === 0 ? [] : [{ seed, unnamed, astray }]
    })
    expect(wrong).toEqual([])
  })

  it('exactly the states nobody comes to are called unreachable', () => {
    const wrong = random.flatMap(({ seed, met, faults, keys }) => {
      const said = faults.flatMap(({ name, state }) => (name === 'unreachable' ? [state] : [])).toSorted()
      const missed = keys.filter((key) => !met.reached.has(key)).toSorted()
      return JSON.stringify(said) === JSON.stringify(missed) ? [] : [{ seed, said, missed }]
    })
    expect(wrong).toEqual([])
  })

  it('exactly the places with two transitions at once are called so', () => {
    const wrong = random.flatMap(({ seed, met, faults }) => {
      const said = [...new Set(faults.flatMap(({ name, state }) => (name === 'overlap' ? [state ?? 'start'] : [])))]
      return JSON.stringify(said.toSorted()) === JSON.stringify([...met.overlaps].toSorted())
        ? []
        : [{ seed, said, met: [...met.overlaps] }]
    })
    expect(wrong).toEqual([])
  })
})
