/** A check of the checks: one guard, target, participant or clock changed in a workflow is noticed by its paths or its proof. How many there are: `npm run bench -- proofs`. */
import { expect, it } from 'vitest'
import { known, surroundings } from './workflows/faulty.ts'
import { survivorsOf } from './workflows/mutants.ts'
import { shippedTypes } from './workflows/shipped.ts'
import { sound } from './workflows/sound.ts'

it.each(shippedTypes)('no mistake in $key goes unnoticed', (type) => {
  const { mutants, survivors } = survivorsOf(type)
  expect(mutants).toBeGreaterThan(2)
  expect(survivors).toEqual([])
})

const closed = ['silence closes, also what is critical', 'money may be closed by silence'] as const
it.each(closed)('25.8 no mistake goes unnoticed where no shipped type has such a rule: %s', (what) => {
  const { mutants, survivors } = survivorsOf({ key: what, workflow: sound[what]!, fields: surroundings.fields, known })
  expect(mutants).toBeGreaterThan(10)
  expect(survivors).toEqual([])
})
