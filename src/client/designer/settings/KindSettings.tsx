import type { ComponentType } from 'react'
import type { SettingsProps } from '#src/client/components/forms/kinds.ts'
import { settings } from '#src/fields/derived/settings.client.ts'
import type { FieldKind } from '#src/fields/field.ts'

/** What only fields of this kind have, and what their values must keep to. */
export function KindSettings({ field, onChange }: SettingsProps<FieldKind>) {
  // The map ties each kind to its own field type; the union forgets the tie.
  const Settings = settings[field.kind] as ComponentType<SettingsProps<FieldKind>> | null
  return Settings === null ? null : <Settings field={field} onChange={onChange} />
}
