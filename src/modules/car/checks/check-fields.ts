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

/** A check with its result; the template says what it is called, whether it is critical and whether a photo proves it. */
export const resultFields = {
  name: text(60, { computed: true }),
  isCritical: boolean({ computed: true }),
  result: choice('carCheckResult', { required: true, initial: 'pass' }),
  needsPhoto: boolean({ computed: true }),
  photos: files(3, {
    required: {
      all: [
        { field: 'needsPhoto', op: 'eq', value: true },
        { field: 'result', op: 'ne', value: 'na' },
      ],
    },
  }),
  note: text(200, { min: 2, required: { field: 'result', op: 'eq', value: 'fail' } }),
} as const satisfies Fields
