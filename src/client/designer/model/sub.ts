/** What may be carried into the form of a ticket that a state files. */
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import type { Field } from '#src/fields/field.ts'

/** Their values belong to the ticket they were given in. */
const own: readonly Field['kind'][] = ['files', 'lines']

/** Fields of a form that could fill this one: of its kind, and of its dictionary or record where it has one. */
export function fitting(form: FormDefinition, field: Field): readonly string[] {
  if (own.includes(field.kind) || field.computed === true) return []
  const isLike = (other: Field): boolean => {
    if (other.kind !== field.kind) return false
    if ('dictionary' in field) return 'dictionary' in other && other.dictionary === field.dictionary
    return 'record' in field ? 'record' in other && other.record === field.record : true
  }
  return Object.entries(formFieldsOf(form)).flatMap(([name, other]) => (isLike(other) ? [name] : []))
}
