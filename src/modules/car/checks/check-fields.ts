import { boolean, choice, type Fields, files, text } from '#src/fields/field.ts'

/** The most checks of one trip. */
export const MAX_CHECKS = 30

/** One thing to look at: before a trip, after it or both, and whether the car may leave when it fails. */
export const checkFields = {
  name: text(60, { required: true, min: 2 }),
  phase: choice('carCheckPhase', { required: true, initial: 'out' }),
  isCritical: boolean({ initial: false }),
  needsPhoto: boolean({ initial: false }),
} as const satisfies Fields

const isFailed = { field: 'result', op: 'eq', value: 'fail' } as const
const needsProof = {
  all: [
    { field: 'needsPhoto', op: 'eq', value: true },
    { field: 'result', op: 'ne', value: 'na' },
  ],
} as const

/** A check with its result, answered one by one: nothing stands in the place of an answer. The template says what it is called, whether it is critical and whether a photo proves it. */
export const resultFields = {
  name: text(60, { computed: true }),
  isCritical: boolean({ computed: true, visibleWhen: { field: 'isCritical', op: 'eq', value: true } }),
  result: choice('carCheckResult', { required: true }),
  needsPhoto: boolean({ computed: true, visibleWhen: needsProof }),
  photos: files(3, { required: needsProof, visibleWhen: { any: [needsProof, isFailed] } }),
  note: text(200, { min: 2, required: isFailed, visibleWhen: isFailed }),
} as const satisfies Fields
