import { useEffect, useMemo } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { TRACES } from '#src/client/platform/session/storage.ts'
import type { FieldValue } from '#src/fields/field.ts'
import { changesOf } from '../form.ts'
import type { Form } from '../useForm.ts'

type Input = Readonly<Record<string, FieldValue>>
const isInput = (value: unknown): value is Input => isObject(value)

/** Stores what is written in a form in this browser until it is sent, discarded or the session ends, so that a phone that reloads the page loses nothing; null stores nothing. Answers what discards it. */
export function useInputAutosave(name: string | null, form: Form): () => void {
  const { id } = useUser()
  const key = name === null ? null : `${TRACES}input.${id}.${name}`
  const changes = useMemo(() => changesOf(form.state), [form.state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was stored is filled in once, when the form opens.
  useEffect(() => {
    const stored = key === null ? null : parsedAs(localStorage.getItem(key), isInput)
    for (const [field, value] of Object.entries(stored ?? {})) if (field in form.state.values) form.change(field, value)
  }, [key])
  useEffect(() => {
    if (key === null) return
    if (Object.keys(changes).length > 0) localStorage.setItem(key, JSON.stringify(changes))
    else localStorage.removeItem(key)
  }, [key, changes])
  return () => {
    if (key !== null) localStorage.removeItem(key)
  }
}
