/** The inputs and filters of every field kind: the one place that knows all of them. */
import { type ComponentType, lazy } from 'react'
import { booleanClient } from '#src/fields/boolean/boolean.client.tsx'
import { choiceClient } from '#src/fields/choice/choice.client.tsx'
import { choicesClient } from '#src/fields/choices/choices.client.tsx'
import { dateClient } from '#src/fields/date/date.client.tsx'
import { dateTimeClient } from '#src/fields/dateTime/dateTime.client.tsx'
import { decimalClient } from '#src/fields/decimal/decimal.client.tsx'
import { departmentClient } from '#src/fields/department/department.client.tsx'
import { departmentsClient } from '#src/fields/departments/departments.client.tsx'
import type { Field, FieldKind } from '#src/fields/field.ts'
import { filesClient } from '#src/fields/files/files.client.tsx'
import { integerClient } from '#src/fields/integer/integer.client.tsx'
import { moneyClient } from '#src/fields/money/money.client.tsx'
import { peopleClient } from '#src/fields/people/people.client.tsx'
import { personClient } from '#src/fields/person/person.client.tsx'
import { plateClient } from '#src/fields/plate/plate.client.tsx'
import { referenceClient } from '#src/fields/reference/reference.client.tsx'
import { textClient } from '#src/fields/text/text.client.tsx'
import type { InputProps, KindInput } from './kinds.ts'

// A sub-table draws fields itself: loaded apart, it knows them without them having to know it.
const LinesInput = lazy(async () => ({ default: (await import('#src/fields/lines/lines.client.tsx')).LinesInput }))

const inputs: { readonly [K in FieldKind]: KindInput<K> } = {
  text: textClient,
  integer: integerClient,
  decimal: decimalClient,
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
  lines: { Input: LinesInput as ComponentType<InputProps<'lines'>>, group: true },
}

/** How a field is written and asked for, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const inputOf = (field: Field): KindInput<FieldKind> => inputs[field.kind] as unknown as KindInput<FieldKind>
