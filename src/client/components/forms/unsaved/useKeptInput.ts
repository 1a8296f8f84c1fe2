import { useEffect, useMemo } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import type { FieldValue } from '#src/fields/field.ts'
import { changesOf } from '../form.ts'
import type { Form } from '../useForm.ts'

type Kept = Readonly<Record<string, FieldValue>>
const isKept = (value: unknown): value is Kept => isObject(value)

/** Keeps what is written in a form in this browser until it is sent or given up, so that a phone that reloads the page loses nothing; null keeps nothing. Answers what gives it up. */
export function useKeptInput(name: string | null, form: Form): () => void {
  const { id } = useUser()
  const key = name === null ? null : `input.${id}.${name}`
  const changes = useMemo(() => changesOf(form.state), [form.state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is filled in once, when the form opens.
  useEffect(() => {
    const kept = key === null ? null : parsedAs(localStorage.getItem(key), isKept)
    for (const [field, value] of Object.entries(kept ?? {})) if (field in form.state.values) form.change(field, value)
  }, [key])
  useEffect(() => {
    if (key !== null && Object.keys(changes).length > 0) localStorage.setItem(key, JSON.stringify(changes))
  }, [key, changes])
  return () => {
    if (key !== null) localStorage.removeItem(key)
  }
}
