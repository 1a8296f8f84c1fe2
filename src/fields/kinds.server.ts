/** The server's part of every field kind: the one place that knows all of them. */
import { booleanServer } from './boolean/boolean.server.ts'
import { choiceServer } from './choice/choice.server.ts'
import { choicesServer } from './choices/choices.server.ts'
import { dateServer } from './date/date.server.ts'
import { dateTimeServer } from './dateTime/dateTime.server.ts'
import { decimalServer } from './decimal/decimal.server.ts'
import { departmentServer } from './department/department.server.ts'
import { departmentsServer } from './departments/departments.server.ts'
import type { Field, FieldKind, FieldOf } from './field.ts'
import { filesServer } from './files/files.server.ts'
import { integerServer } from './integer/integer.server.ts'
import type { KindServer } from './kind.server.ts'
import { linesServer } from './lines/lines.server.ts'
import { moneyServer } from './money/money.server.ts'
import { peopleServer } from './people/people.server.ts'
import { personServer } from './person/person.server.ts'
import { plateServer } from './plate/plate.server.ts'
import { referenceServer } from './reference/reference.server.ts'
import { textServer } from './text/text.server.ts'

/** By name, for what goes through all kinds. */
export const serverParts: { readonly [K in FieldKind]: KindServer<FieldOf<K>> } = {
  text: textServer,
  integer: integerServer,
  decimal: decimalServer,
  money: moneyServer,
  date: dateServer,
  dateTime: dateTimeServer,
  boolean: booleanServer,
  choice: choiceServer,
  choices: choicesServer,
  person: personServer,
  people: peopleServer,
  department: departmentServer,
  departments: departmentsServer,
  reference: referenceServer,
  files: filesServer,
  plate: plateServer,
  lines: linesServer,
}

/** The server's part of a field, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const serverOf = (field: Field): KindServer<Field> => serverParts[field.kind] as unknown as KindServer<Field>
