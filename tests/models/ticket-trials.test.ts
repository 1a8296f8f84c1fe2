/** Generated tests (25.11): what they try, that a seed repeats itself, and that a failing walk becomes the shortest that fails. */
import { describe, expect, it } from 'vitest'
import { coverageOf, planTrials, randomTrial, shrink } from '#machines/ticket/explore/trials.ts'
import { other } from './workflows/other.ts'

const budget = (moments: number): boolean => moments > 400

const { trials } = planTrials(other, {}, budget)

describe('lives that are tried against the engine', () => {
  it('come to every state, take every transition, and none of them begins another', () => {
    const { states, transitions } = coverageOf(other, trials)
    expect(Math.min(...Object.values(states), ...transitions)).toBeGreaterThan(0)
    const words = trials.map(({ testPeople, facts, steps }) => JSON.stringify([testPeople, facts, steps]).slice(0, -2))
    expect(words.some((word, index) => words.some((one, at) => at !== index && one.startsWith(`${word},`)))).toBe(false)
  })

  it('a state nothing leads to is never reached', () => {
    const [first, ...rest] = other.states
    const lost = { ...other, states: [first!, ...rest, { ...first!, key: 'lost' }] }
    lost.transitions = [...other.transitions, { from: 'lost', to: 'end' }]
    expect(coverageOf(lost, planTrials(lost, {}, budget).trials).states.lost).toBe(0)
  })

  it('a seed repeats its walk, and what fails is shrunk to what it takes', async () => {
    const walk = randomTrial(other, {}, 7, 30)
    expect(randomTrial(other, {}, 7, 30)).toEqual(walk)
    const seeds = Array.from({ length: 12 }, (_, seed) => randomTrial(other, {}, seed, 30))
    const isBad = (steps: typeof walk.steps) => steps.some(({ name }) => name.startsWith('return'))
    const long = seeds.find(({ steps }) => isBad(steps) && steps.length > 3)!
    const shortest = await shrink(other, long, async ({ steps }) => isBad(steps))
    expect(shortest.steps.map(({ name }) => name.replace(/\(.*/, ''))).toEqual(['submit', 'return'])
  })
})
