/** What a ticket's page hands to its form when the ticket could not be submitted as it stands. */
import type { FormProblems } from '#src/client/components/forms/form.ts'
import { isObject } from '#src/client/platform/preference.ts'

/** Kept by the browser with the address. */
export interface RefusedForm {
  /** Version of the ticket that was refused; of any other nothing is known. */
  readonly version: number
  readonly problems: FormProblems
}

/** The problems of this version of the ticket; null when there are none, or it was changed since. */
export function refusedWith(state: unknown, version: number | undefined): FormProblems | null {
  if (!isObject(state) || version === undefined || state.version !== version || !isObject(state.problems)) return null
  const problems = state.problems as FormProblems
  return Object.keys(problems).length === 0 ? null : problems
}
