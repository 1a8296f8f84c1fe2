import { useEffect } from 'react'
import { isReopened } from '#src/client/records/form/unsavedForms.ts'
import type { Form } from '../useForm.ts'
import { UnsavedCallout } from './UnsavedCallout.tsx'
import { useUnsaved } from './useUnsaved.ts'

/** Offers in a form what was not saved in it when the sign-in expired; taken back at once where the form was opened for that. */
export function UnsavedIn({ name, form }: { readonly name: string; readonly form: Form }) {
  const offer = useUnsaved(name, form)
  const restore = offer?.restore
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the form opens.
  useEffect(() => {
    if (isReopened(name)) restore?.()
  }, [])
  return offer === null ? null : <UnsavedCallout offer={offer} />
}
