/** What was being written when the session ended against the person's wish: carried over the page load and offered after signing in again (80 S12.3). Only this tab keeps it, and only until then. */
import type { FormData } from '#src/fields/field.ts'

const KEY = 'unsaved'

interface Unsaved {
  readonly username: string
  /** Which form it was. */
  readonly form: string
  readonly values: FormData
}

let writing: Omit<Unsaved, 'username'> | null = null
// Read at once: starting without a token empties the tab's storage.
let kept = stored()

function stored(): Unsaved | null {
  const text = globalThis.sessionStorage?.getItem(KEY) ?? null
  return text === null ? null : (JSON.parse(text) as Unsaved)
}

/** A form tells what is unsaved in it; null when nothing is. */
export function tellUnsaved(now: Omit<Unsaved, 'username'> | null): void {
  writing = now
}

/** Called when the session ends by itself. */
export function keepUnsaved(username: string): void {
  if (writing !== null) sessionStorage.setItem(KEY, JSON.stringify({ ...writing, username }))
}

/** What the same person had not saved in a form, until it is dropped. */
export function unsavedOf(username: string, form: string): FormData | null {
  return kept?.username === username && kept.form === form ? kept.values : null
}

/** It was taken back into the form. */
export function dropUnsaved(): void {
  kept = null
}
