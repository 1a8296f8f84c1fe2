/** Names of the record shell's forms among everything unsaved, and who opens them again. */
import { useEffect } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import type { FormData } from '#src/fields/field.ts'

/** A create (`id` null) or edit form of a record. */
export interface RecordFormName {
  readonly record: string
  readonly id: number | null
  readonly preset: FormData
}

/** The name of a form among everything unsaved. */
export function formName({ record, id, preset }: RecordFormName): string {
  return JSON.stringify({ record, id, preset })
}

/** The form behind a name; null for forms of other kinds. */
export function formNamed(name: string): RecordFormName | null {
  return parsedAs(name, isFormName)
}

function isFormName(value: unknown): value is RecordFormName {
  return (
    isObject(value) &&
    typeof value.record === 'string' &&
    (value.id === null || typeof value.id === 'number') &&
    isObject(value.preset)
  )
}

const openers = new Map<string, () => void>()
let restoring: string | null = null

/** Opens a form as its own page does, with what was unsaved in it; false when no page on the screen knows how. */
export function reopen(name: string): boolean {
  restoring = name
  const open = openers.get(name)
  open?.()
  return open !== undefined
}

/** Whether a form that now opens takes back what was unsaved without asking again; said once. */
export function isReopened(name: string): boolean {
  const isMeant = restoring === name
  if (isMeant) restoring = null
  return isMeant
}

/** A page that does more with a saved form than closing it opens that form itself; the answer ends that. */
export function onReopen(name: string, open: () => void): () => void {
  openers.set(name, open)
  return () => {
    if (openers.get(name) === open) openers.delete(name)
  }
}

export function useReopening(name: string, open: () => void): void {
  useEffect(() => onReopen(name, open), [name, open])
}
