/** A form without what its writer may not name: nobody learns of a row by writing down its id (INV-11). */
import type { Problems } from '#src/define/problem.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'

const isUnknown = (problems: Problems, path: string): boolean =>
  problems[path]?.some(({ key }) => key === 'check.notFound') === true

function reachableIn(value: FieldValue, problems: Problems, path: string): FieldValue {
  if (isUnknown(problems, path)) return null
  if (!Array.isArray(value)) return value
  return value.map((item, index) =>
    typeof item === 'object' && item !== null ? reachableForm(item as FormData, problems, `${path}.${index}.`) : item,
  ) as FieldValue
}

/** The values with null in the place of each id that was not found for this person. */
export function reachableForm<T extends FormData>(values: T, problems: Problems, prefix = ''): T {
  const unknown = Object.values(problems).some((found) => found.some(({ key }) => key === 'check.notFound'))
  if (!unknown) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === undefined ? value : reachableIn(value as FieldValue, problems, prefix + name),
    ]),
  ) as T
}
