/** Values of a form read as what they are; whatever else stands there counts as not filled in. */
import type { FieldValue } from './field.ts'

type Value = FieldValue | undefined

/** The id of what a reference, a person or a department names; null without one. */
export const idIn = (value: Value): number | null => (typeof value === 'number' ? value : null)
/** A text; empty without one. */
export const textIn = (value: Value): string => (typeof value === 'string' ? value : '')
/** The ids of files. */
export const fileIdsIn = (value: Value): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
