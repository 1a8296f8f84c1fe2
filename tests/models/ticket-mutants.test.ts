/** A check of the checks: one guard, target or participant changed in a shipped workflow is noticed by its paths or its proof. How many there are: `npm run bench -- proofs`. */
import { expect, it } from 'vitest'
import { survivorsOf } from './workflows/mutants.ts'
import { shippedTypes } from './workflows/shipped.ts'

it.each(shippedTypes)('no mistake in $key goes unnoticed', (type) => {
  const { mutants, survivors } = survivorsOf(type)
  expect(mutants).toBeGreaterThan(2)
  expect(survivors).toEqual([])
})
