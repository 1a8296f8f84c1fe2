/** The client part of every field kind: the one place that knows all of them. */
import { type ComponentType, lazy } from 'react'
import { booleanClient } from '#src/fields/boolean/boolean.client.tsx'
import { choiceClient } from '#src/fields/choice/choice.client.tsx'
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
import { referenceClient } from '#src/fields/reference/reference.client.tsx'
import { textClient } from '#src/fields/text/text.client.tsx'
import type { InputProps, KindClient, TextProps } from './kinds.ts'

// A sub-table draws fields itself: loaded apart, it knows them without them having to know it.
const LinesInput = lazy(async () => ({ default: (await import('#src/fields/lines/lines.client.tsx')).LinesInput }))
const LinesText = lazy(async () => ({ default: (await import('#src/fields/lines/linesText.client.tsx')).LinesText }))

const kindClients: { readonly [K in FieldKind]: KindClient<K> } = {
  text: textClient,
  integer: integerClient,
  decimal: decimalClient,
  money: moneyClient,
  date: dateClient,
  dateTime: dateTimeClient,
  boolean: booleanClient,
  choice: choiceClient,
  person: personClient,
  people: peopleClient,
  department: departmentClient,
  departments: departmentsClient,
  reference: referenceClient,
  files: filesClient,
  lines: {
    Input: LinesInput as ComponentType<InputProps<'lines'>>,
    Text: LinesText as ComponentType<TextProps<'lines'>>,
    group: true,
    wide: true,
  },
}

/** The client part of a field, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const clientOf = (field: Field): KindClient<FieldKind> =>
  kindClients[field.kind] as unknown as KindClient<FieldKind>

/** Texts that may be this long need the whole width to be read. */
const WIDE_TEXT = 200

/** Whether a field takes the whole width of a form. */
export const isWide = (field: Field): boolean =>
  clientOf(field).wide === true || (field.kind === 'text' && (field.multiline === true || field.max >= WIDE_TEXT))
