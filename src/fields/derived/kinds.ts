// Derived from `FieldKinds` by `npm run contract`.
import type { FieldKind, FieldOf } from '../field.ts'
import type { Kind } from '../kind.ts'
import { text } from '../text/text.ts'
import { integer } from '../integer/integer.ts'
import { decimal } from '../decimal/decimal.ts'
import { quantity } from '../quantity/quantity.ts'
import { money } from '../money/money.ts'
import { date } from '../date/date.ts'
import { dateTime } from '../dateTime/dateTime.ts'
import { boolean } from '../boolean/boolean.ts'
import { choice } from '../choice/choice.ts'
import { choices } from '../choices/choices.ts'
import { person } from '../person/person.ts'
import { people } from '../people/people.ts'
import { department } from '../department/department.ts'
import { departments } from '../departments/departments.ts'
import { reference } from '../reference/reference.ts'
import { files } from '../files/files.ts'
import { plate } from '../plate/plate.ts'
import { lines } from '../lines/lines.ts'

/** The behaviour of every field kind. */
export const kinds: { readonly [K in FieldKind]: Kind<FieldOf<K>> } = {
  text,
  integer,
  decimal,
  quantity,
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
