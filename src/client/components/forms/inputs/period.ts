import { periodOf } from '#src/fields/date/period.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import type { Period } from '../kinds.ts'

const textOf = (value: FieldValue | undefined): string => (typeof value === 'string' ? value : '')
const emptied = (text: string): string | null => (text === '' ? null : text)

/** The period a field belongs to, with both of its ends as they stand; undefined for any other field. */
export function periodAround(
  fields: Fields,
  name: string,
  values: FormData,
  change: (values: FormData) => void,
): Period | undefined {
  const ends = periodOf(fields, name)
  if (ends === null || fields[ends.from]?.computed === true || fields[ends.to]?.computed === true) return undefined
  return {
    from: textOf(values[ends.from]),
    to: textOf(values[ends.to]),
    onChange: (from, to) => change({ [ends.from]: emptied(from), [ends.to]: emptied(to) }),
  }
}
