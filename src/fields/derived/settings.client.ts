// Derived from `FieldKinds` by `npm run contract`.
import type { ComponentType } from 'react'
import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import type { FieldKind } from '../field.ts'
import { TextSettings } from '../text/textSettings.client.tsx'
import { IntegerSettings } from '../integer/integerSettings.client.tsx'
import { DecimalSettings } from '../decimal/decimalSettings.client.tsx'
import { QuantitySettings } from '../quantity/quantitySettings.client.tsx'
import { MoneySettings } from '../money/moneySettings.client.tsx'
import { DateSettings } from '../date/dateSettings.client.tsx'
import { DateTimeSettings } from '../dateTime/dateTimeSettings.client.tsx'
import { ChoiceSettings } from '../choice/choiceSettings.client.tsx'
import { PersonSettings } from '../person/personSettings.client.tsx'
import { PeopleSettings } from '../people/peopleSettings.client.tsx'
import { FilesSettings } from '../files/filesSettings.client.tsx'
import { LinesSettings } from '../lines/linesSettings.client.tsx'

/** The designer settings of every field kind; null for kinds that have only what every field has. */
export const settings: { readonly [K in FieldKind]: ComponentType<SettingsProps<K>> | null } = {
  text: TextSettings,
  integer: IntegerSettings,
  decimal: DecimalSettings,
  quantity: QuantitySettings,
  money: MoneySettings,
  date: DateSettings,
  dateTime: DateTimeSettings,
  boolean: null,
  choice: ChoiceSettings,
  choices: null,
  person: PersonSettings,
  people: PeopleSettings,
  department: null,
  departments: null,
  reference: null,
  files: FilesSettings,
  plate: null,
  lines: LinesSettings,
}
