/** What proofs cost: figures of issue "proofs at publish", and the long runs that are too long for every day. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { replay } from '#machines/ticket/engine/replay.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { surroundings } from '#tests/models/workflows/faulty.ts'
import { largeWorkflow } from '#tests/models/workflows/large.ts'
import { recordPaths, survivorsOf } from '#tests/models/workflows/mutants.ts'
import { chance, randomLife, randomWorkflow } from '#tests/models/workflows/random.ts'
import { shippedTypes, thresholds } from '#tests/models/workflows/shipped.ts'
import { print, timed } from './figures.ts'

const ROUNDS = 7
const MAX_MS = 200

it.each([10, 60, 200])('verify time of %d states', async (count) => {
  const definition = largeWorkflow(count)
  expect(verify(definition, surroundings)).toEqual([])
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(async () => verify(definition, surroundings)))
  print(`verify, ${count} states, ms`, times)
  if (count === 60) expect(Math.min(...times)).toBeLessThan(MAX_MS)
})

it('verify time of the 29 shipped types', async () => {
  const times: number[] = []
  for (const { workflow, fields, known } of shippedTypes)
    times.push(await timed(async () => verify(workflow, { fields, thresholds, known })))
  print('verify, shipped types, ms', times)
})

it('memory of compiled versions', () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const COUNT = 500
  collect()
  const before = process.memoryUsage().heapUsed
  const held = Array.from({ length: COUNT }, (_, index) => {
    const type = shippedTypes[index % shippedTypes.length]
    // A version of its own: nothing is shared with the others.
    return type ? compileWorkflow(structuredClone(type.workflow)) : null
  })
  collect()
  const each = (process.memoryUsage().heapUsed - before) / held.length
  print('compiled version, KB', [each / 1024], `10,000 would take ${Math.round((each * 10_000) / 2 ** 20)} MB`)
})

it('paths of the test runner', () => {
  const paths = shippedTypes.flatMap(({ workflow }) => {
    const machine = compileWorkflow(workflow)
    return recordPaths(workflow, thresholds).map(({ events }) => ({ machine, events }))
  })
  const start = performance.now()
  for (const { machine, events } of paths) replay(machine, { applicant: 1 }, events)
  const seconds = (performance.now() - start) / 1000
  const events = paths.reduce((sum, path) => sum + path.events.length, 0)
  print('paths a second', [paths.length / seconds], `${paths.length} paths, ${events} events`)
})

it('10,000 random workflows: each accepted one lives to an end', { timeout: 600_000 }, () => {
  const COUNT = 10_000
  let accepted = 0
  const stuck: number[] = []
  const start = performance.now()
  for (let seed = 0; seed < COUNT; seed++) {
    const luck = chance(seed)
    const definition = randomWorkflow(luck)
    if (verify(definition, surroundings).length > 0) continue
    accepted++
    const { last, hasEnded } = randomLife(luck, definition)
    if (!hasEnded || violations(definition, last).length > 0) stuck.push(seed)
  }
  print('random workflow, ms', [(performance.now() - start) / COUNT], `${accepted} of ${COUNT} accepted`)
  expect(stuck).toEqual([])
})

it('mutants of the 29 shipped types', { timeout: 600_000 }, () => {
  const results = shippedTypes.map((type) => ({ key: type.key, ...survivorsOf(type) }))
  const mutants = results.reduce((sum, result) => sum + result.mutants, 0)
  const survivors = results.flatMap(({ key, survivors: left }) => left.map((what) => `${key} ${what}`))
  print('mutants noticed, share', [(mutants - survivors.length) / mutants], `${mutants} mutants`)
  expect(survivors).toEqual([])
})
