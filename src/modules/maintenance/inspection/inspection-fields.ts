import { boolean, choice, decimal, type Fields, files, text } from '#src/fields/field.ts'

/** One thing to check, and what proves that it was: a photo, a reading in a unit. */
export const checkFields = {
  name: text(60, { required: true, min: 2 }),
  needsPhoto: boolean({ initial: false }),
  unit: text(10),
} as const satisfies Fields

const isChecked = { field: 'result', op: 'ne', value: 'na' } as const

/** A check with its result, as the round is reported; the plan says what it is called and what proves it. */
export const resultFields = {
  name: text(60, { computed: true }),
  result: choice('inspectResult', { required: true, initial: 'pass' }),
  unit: text(10, { computed: true }),
  reading: decimal(10, 2, { required: { all: [{ field: 'unit', op: 'notEmpty' }, isChecked] } }),
  needsPhoto: boolean({ computed: true }),
  photos: files(3, { required: { all: [{ field: 'needsPhoto', op: 'eq', value: true }, isChecked] } }),
  note: text(200, { min: 2, required: { field: 'result', op: 'eq', value: 'fail' } }),
} as const satisfies Fields
