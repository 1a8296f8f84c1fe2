/** A check of the checks: one guard, target or participant changed in a workflow in use is noticed by its paths or its proof. All 29 types: `npm run bench -- proofs`. */
import { expect, it } from 'vitest'
import { survivorsOf } from './workflows/mutants.ts'
import { shippedTypes } from './workflows/shipped.ts'

const inUse = ['leaveApproval', 'otherBusiness']

it.each(shippedTypes.filter(({ key }) => inUse.includes(key)))('no mistake in $key goes unnoticed', (type) => {
  const { mutants, survivors } = survivorsOf(type)
  expect(mutants).toBeGreaterThan(20)
  expect(survivors).toEqual([])
})
