// Derived from `FieldKinds` by `npm run contract`.
import type { FieldKind, FieldOf } from '../field.ts'
import type { KindServer } from '../kind.server.ts'
import { textServer } from '../text/text.server.ts'
import { integerServer } from '../integer/integer.server.ts'
import { decimalServer } from '../decimal/decimal.server.ts'
import { quantityServer } from '../quantity/quantity.server.ts'
import { moneyServer } from '../money/money.server.ts'
import { dateServer } from '../date/date.server.ts'
import { dateTimeServer } from '../dateTime/dateTime.server.ts'
import { booleanServer } from '../boolean/boolean.server.ts'
import { choiceServer } from '../choice/choice.server.ts'
import { choicesServer } from '../choices/choices.server.ts'
import { personServer } from '../person/person.server.ts'
import { peopleServer } from '../people/people.server.ts'
import { departmentServer } from '../department/department.server.ts'
import { departmentsServer } from '../departments/departments.server.ts'
import { referenceServer } from '../reference/reference.server.ts'
import { filesServer } from '../files/files.server.ts'
import { plateServer } from '../plate/plate.server.ts'
import { linesServer } from '../lines/lines.server.ts'

/** The server part of every field kind. */
export const serverParts: { readonly [K in FieldKind]: KindServer<FieldOf<K>> } = {
  text: textServer,
  integer: integerServer,
  decimal: decimalServer,
  quantity: quantityServer,
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
