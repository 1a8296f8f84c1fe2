// Derived from `FieldKinds` by `npm run contract`.
import type { KindText } from '#src/client/components/forms/kinds.ts'
import type { FieldKind } from '../field.ts'
import { textText } from '../text/textText.client.tsx'
import { integerText } from '../integer/integerText.client.tsx'
import { decimalText } from '../decimal/decimalText.client.tsx'
import { quantityText } from '../quantity/quantityText.client.tsx'
import { moneyText } from '../money/moneyText.client.tsx'
import { dateText } from '../date/dateText.client.tsx'
import { dateTimeText } from '../dateTime/dateTimeText.client.tsx'
import { booleanText } from '../boolean/booleanText.client.tsx'
import { choiceText } from '../choice/choiceText.client.tsx'
import { choicesText } from '../choices/choicesText.client.tsx'
import { personText } from '../person/personText.client.tsx'
import { peopleText } from '../people/peopleText.client.tsx'
import { departmentText } from '../department/departmentText.client.tsx'
import { departmentsText } from '../departments/departmentsText.client.tsx'
import { referenceText } from '../reference/referenceText.client.tsx'
import { filesText } from '../files/filesText.client.tsx'
import { plateText } from '../plate/plateText.client.tsx'
import { linesText } from '../lines/linesText.client.tsx'

/** The text of every field kind. */
export const texts: { readonly [K in FieldKind]: KindText<K> } = {
  text: textText,
  integer: integerText,
  decimal: decimalText,
  quantity: quantityText,
  money: moneyText,
  date: dateText,
  dateTime: dateTimeText,
  boolean: booleanText,
  choice: choiceText,
  choices: choicesText,
  person: personText,
  people: peopleText,
  department: departmentText,
  departments: departmentsText,
  reference: referenceText,
  files: filesText,
  plate: plateText,
  lines: linesText,
}
