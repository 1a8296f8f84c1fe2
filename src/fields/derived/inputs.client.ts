// Derived from `FieldKinds` by `npm run contract`.
import type { KindInput } from '#src/client/components/forms/kinds.ts'
import type { FieldKind } from '../field.ts'
import { textClient } from '../text/text.client.tsx'
import { integerClient } from '../integer/integer.client.tsx'
import { decimalClient } from '../decimal/decimal.client.tsx'
import { quantityClient } from '../quantity/quantity.client.tsx'
import { moneyClient } from '../money/money.client.tsx'
import { dateClient } from '../date/date.client.tsx'
import { dateTimeClient } from '../dateTime/dateTime.client.tsx'
import { booleanClient } from '../boolean/boolean.client.tsx'
import { choiceClient } from '../choice/choice.client.tsx'
import { choicesClient } from '../choices/choices.client.tsx'
import { personClient } from '../person/person.client.tsx'
import { peopleClient } from '../people/people.client.tsx'
import { departmentClient } from '../department/department.client.tsx'
import { departmentsClient } from '../departments/departments.client.tsx'
import { referenceClient } from '../reference/reference.client.tsx'
import { filesClient } from '../files/files.client.tsx'
import { plateClient } from '../plate/plate.client.tsx'
import { linesClient } from '../lines/lines.client.tsx'

/** The input and filter of every field kind. */
export const inputs: { readonly [K in FieldKind]: KindInput<K> } = {
  text: textClient,
  integer: integerClient,
  decimal: decimalClient,
  quantity: quantityClient,
  money: moneyClient,
  date: dateClient,
  dateTime: dateTimeClient,
  boolean: booleanClient,
  choice: choiceClient,
  choices: choicesClient,
  person: personClient,
  people: peopleClient,
  department: departmentClient,
  departments: departmentsClient,
  reference: referenceClient,
  files: filesClient,
  plate: plateClient,
  lines: linesClient,
}
