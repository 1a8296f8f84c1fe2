/** The texts of every field kind: the one place that knows all of them. */
import { type ComponentType, lazy } from 'react'
import { booleanText } from '#src/fields/boolean/booleanText.client.tsx'
import { choiceText } from '#src/fields/choice/choiceText.client.tsx'
import { choicesText } from '#src/fields/choices/choicesText.client.tsx'
import { dateText } from '#src/fields/date/dateText.client.tsx'
import { dateTimeText } from '#src/fields/dateTime/dateTimeText.client.tsx'
import { decimalText } from '#src/fields/decimal/decimalText.client.tsx'
import { departmentText } from '#src/fields/department/departmentText.client.tsx'
import type { Field, FieldKind } from '#src/fields/field.ts'
import { filesText } from '#src/fields/files/filesText.client.tsx'
import { integerText } from '#src/fields/integer/integerText.client.tsx'
import { moneyText } from '#src/fields/money/moneyText.client.tsx'
import { plateText } from '#src/fields/plate/plateText.client.tsx'
import { referenceText } from '#src/fields/reference/referenceText.client.tsx'
import { textText } from '#src/fields/text/textText.client.tsx'
import type { KindText, TextProps } from '../kinds.ts'
import { ManyText } from './ManyText.tsx'
import { PickerText } from './PickerText.tsx'

// A sub-table draws fields itself: loaded apart, it knows them without them having to know it.
const LinesText = lazy(async () => ({ default: (await import('#src/fields/lines/linesText.client.tsx')).LinesText }))

const texts: { readonly [K in FieldKind]: KindText<K> } = {
  text: textText,
  integer: integerText,
  decimal: decimalText,
  money: moneyText,
  date: dateText,
  dateTime: dateTimeText,
  boolean: booleanText,
  choice: choiceText,
  choices: choicesText,
  person: { Text: PickerText },
  people: { Text: ManyText },
  department: departmentText,
  departments: { Text: ManyText },
  reference: referenceText,
  files: filesText,
  plate: plateText,
  lines: { Text: LinesText as ComponentType<TextProps<'lines'>>, isWide: () => true },
}

/** How a field is read, whatever its kind. */
// The map ties each kind to its own field type; the union forgets the tie.
export const readingOf = (field: Field): KindText<FieldKind> => texts[field.kind] as unknown as KindText<FieldKind>

/** Whether a field takes the whole width of a form. */
export const isWide = (field: Field): boolean => readingOf(field).isWide?.(field) === true
