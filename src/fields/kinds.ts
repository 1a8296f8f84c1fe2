/** Every field kind by name: the one place that knows all of them. */
import { boolean } from './boolean/boolean.ts'
import { choice } from './choice/choice.ts'
import { choices } from './choices/choices.ts'
import { date } from './date/date.ts'
import { dateTime } from './dateTime/dateTime.ts'
import { decimal } from './decimal/decimal.ts'
import { department } from './department/department.ts'
import { departments } from './departments/departments.ts'
import type { Field, FieldKind, FieldOf, FieldValue } from './field.ts'
import { files } from './files/files.ts'
import { integer } from './integer/integer.ts'
import { isEmpty, type Kind, type Lookups } from './kind.ts'
import { lines } from './lines/lines.ts'
import { money } from './money/money.ts'
import { people } from './people/people.ts'
import { person } from './person/person.ts'
import { plate } from './plate/plate.ts'
import { reference } from './reference/reference.ts'
import { text } from './text/text.ts'

export const kinds: { readonly [K in FieldKind]: Kind<FieldOf<K>> } = {
  text,
  integer,
  decimal,
  money,
  date,
  dateTime,
  boolean,
  choice,
  choices,
  person,
  people,
  department,
  departments,
  reference,
  files,
  plate,
  lines,
}

/** The behaviour of a field, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const kindOf = (field: Field): Kind<Field> => kinds[field.kind] as unknown as Kind<Field>

/** The value as a person reads it; empty for no value. */
export const printValue = (field: Field, value: FieldValue | undefined, lookups: Lookups): string =>
  isEmpty(value) ? '' : kindOf(field).print(field, value as FieldValue, lookups)
