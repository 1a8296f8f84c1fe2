/** What was being written when the session ended against the person's wish: carried over the page load and offered after signing in again (80 S12.3). Only this tab keeps it, and only until then. */
import { hasShape, isObject, parsedAs } from '#src/client/platform/preference.ts'
import type { FormData } from '#src/fields/field.ts'

const KEY = 'unsaved'

interface Unsaved {
  readonly username: string
  /** Which form it was. */
  readonly form: string
  readonly values: FormData
}

/** Values by form, in the order in which they became unsaved. */
const writing = new Map<string, FormData>()
// Read at once: starting without a token empties the tab's storage.
let kept = parsedAs(globalThis.sessionStorage?.getItem(KEY) ?? null, isKept) ?? []
const listeners = new Set<() => void>()

function isKept(value: unknown): value is readonly Unsaved[] {
  return (
    Array.isArray(value) &&
    value.every((one) => hasShape(one, { username: 'string', form: 'string' }) && isObject(one.values))
  )
}

/** A form tells what is unsaved in it, until the returned function is called; null when nothing is. Values reported later under the same name stay. */
export function tellUnsaved(form: string, values: FormData | null): () => void {
  if (values === null) writing.delete(form)
  else writing.set(form, values)
  return () => {
    if (values !== null && writing.get(form) === values) writing.delete(form)
  }
}

/** Called when the session ends by itself. */
export function keepUnsaved(username: string): void {
  if (writing.size === 0) return
  const all = [...writing].map(([form, values]): Unsaved => ({ username, form, values }))
  sessionStorage.setItem(KEY, JSON.stringify(all))
}

/** What the same person had not saved in a form, until it is dropped; the same object as long as it is there. */
export function unsavedOf(username: string, form: string): FormData | null {
  return kept.find((one) => one.username === username && one.form === form)?.values ?? null
}

/** The forms in which a person had something unsaved. */
export function unsavedForms(username: string): readonly string[] {
  return kept.filter((one) => one.username === username).map(({ form }) => form)
}

/** It was taken back into the form, or is no longer wanted. */
export function dropUnsaved(form: string): void {
  kept = kept.filter((one) => one.form !== form)
  for (const listener of listeners) listener()
}

/** Hears when something is dropped; the answer stops hearing. */
export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
