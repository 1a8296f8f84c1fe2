import { useEffect, useRef, useState } from 'react'

/** Values of a form before sign-in. */
export type EntryValues = Readonly<Record<string, string | number | boolean>>

/** Texts of what is wrong, by field. */
export type EntryFaults<F> = Partial<Readonly<Record<keyof F, string>>>

/** What one control of such a form is given. */
export interface EntryInput<Value> {
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Stands below the field; null before the first attempt, and when nothing is wrong. */
  readonly problem: string | null
}

/** Puts the focus on the first field that has a problem; true where one has. */
export function focusProblem(form: HTMLElement | null): boolean {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
  return first !== null && first !== undefined
}

interface Options<F> {
  readonly initial: F
  /** What the form itself finds wrong. */
  readonly check: (values: F) => EntryFaults<F>
  /** What the server found wrong with a field; null for nothing. */
  readonly refusedAt: (field: keyof F & string) => string | null
}

/**
 * The base of every form of the sign-in family (sign-in with its second step, registration, forgotten and new password):
 * its values, what is wrong with each, and the focus, which goes to the first problem of an attempt.
 */
export function useEntryInputs<F extends EntryValues>({ initial, check, refusedAt }: Options<F>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [hasTried, setTried] = useState(false)
  const [incomplete, setIncomplete] = useState(0)
  const own: EntryFaults<F> = hasTried ? check(values) : {}
  const set = <K extends keyof F>(field: K, value: F[K]): void => setValues((before) => ({ ...before, [field]: value }))
  useEffect(() => {
    if (incomplete > 0) focusProblem(form.current)
  }, [incomplete])
  return {
    /** For the `form` element. */
    form,
    values,
    set,
    input: <K extends keyof F & string>(name: K): EntryInput<F[K]> => ({
      name,
      value: values[name],
      onChange: (value) => set(name, value),
      problem: own[name] ?? refusedAt(name),
    }),
    /** Whether the form can be sent; if not, what is wrong is shown and the first problem has the focus. */
    attempt: (): boolean => {
      setTried(true)
      if (Object.keys(check(values)).length === 0) return true
      setIncomplete((before) => before + 1)
      return false
    },
    /** Nothing was attempted yet: what is wrong is not shown. */
    forgetAttempt: (): void => setTried(false),
  }
}
