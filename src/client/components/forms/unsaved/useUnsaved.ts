import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { dropUnsaved, onUnsaved, tellUnsaved, unsavedOf, useUser } from '#src/client/platform/session/index.ts'
import type { FormData } from '#src/fields/field.ts'
import { changesOf } from '../form.ts'
import type { Form } from '../useForm.ts'

/** What a form offers to take back. */
export interface Offer {
  readonly restore: () => void
  readonly discard: () => void
}

/** Tells what is unsaved in a form, in case the session ends, and offers what was unsaved in it when it did; null when nothing was. */
export function useUnsaved(name: string, form: Form): Offer | null {
  const { username } = useUser()
  const changes = useMemo(() => changesOf(form.state), [form.state])
  useEffect(() => {
    return tellUnsaved(name, Object.keys(changes).length > 0 ? changes : null)
  }, [name, changes])
  const unsaved = useSyncExternalStore(onUnsaved, (): FormData | null => unsavedOf(username, name))
  return unsaved === null
    ? null
    : {
        restore: () => {
          for (const [field, value] of Object.entries(unsaved))
            if (field in form.state.values && value !== undefined) form.change(field, value)
          dropUnsaved(name)
        },
        discard: () => dropUnsaved(name),
      }
}
