import type { ComponentType } from 'react'
import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { ChoiceSettings } from '#src/fields/choice/choiceSettings.client.tsx'
import { DateSettings } from '#src/fields/date/dateSettings.client.tsx'
import { DateTimeSettings } from '#src/fields/dateTime/dateTimeSettings.client.tsx'
import { DecimalSettings } from '#src/fields/decimal/decimalSettings.client.tsx'
import type { FieldKind } from '#src/fields/field.ts'
import { FilesSettings } from '#src/fields/files/filesSettings.client.tsx'
import { IntegerSettings } from '#src/fields/integer/integerSettings.client.tsx'
import { LinesSettings } from '#src/fields/lines/linesSettings.client.tsx'
import { MoneySettings } from '#src/fields/money/moneySettings.client.tsx'
import { PeopleSettings } from '#src/fields/people/peopleSettings.client.tsx'
import { PersonSettings } from '#src/fields/person/personSettings.client.tsx'
import { TextSettings } from '#src/fields/text/textSettings.client.tsx'

/** Settings of each kind; null for kinds that have only what every field has. */
const settings: { readonly [K in FieldKind]: ComponentType<SettingsProps<K>> | null } = {
  text: TextSettings,
  integer: IntegerSettings,
  decimal: DecimalSettings,
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

/** What only fields of this kind have, and what their values must keep to. */
export function KindSettings({ field, onChange }: SettingsProps<FieldKind>) {
  // The map ties each kind to its own field type; the union forgets the tie.
  const Settings = settings[field.kind] as ComponentType<SettingsProps<FieldKind>> | null
  return Settings === null ? null : <Settings field={field} onChange={onChange} />
}
