import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { idIn } from '#src/fields/values.ts'

/** Ids of the vendors in the invitations of a selection. */
export const invitedIn = (invitations: unknown): readonly number[] =>
  rowsOf(invitations as FormData[]).flatMap(({ vendorId }) => idIn(vendorId) ?? [])
