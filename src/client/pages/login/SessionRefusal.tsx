import { Callout } from '@blueprintjs/core'
import { type RefObject, useEffect, useRef } from 'react'
import type { Problem } from '#machines/session/session.ts'
import { toast } from '#src/client/components/ui/popups/toast.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What went wrong in the reader's words. */
export function useRefusalText(): (problem: Problem) => string {
  const t = useT()
  return ({ key, text }) => text ?? t(key === 'token.expired' ? 'login.expired' : 'http.failed')
}

/**
 * Tells a refusal of the sign-in family as every form does: it stands at its field and beside the button, a toast says it,
 * and the focus goes to the field, else to what stands beside the button.
 */
export function useRefusal(form: RefObject<HTMLElement | null>, problem: Problem | null): void {
  const textOf = useRefusalText()
  // What was there before this form is none of its refusals.
  const seen = useRef(problem)
  useEffect(() => {
    if (problem !== null && problem !== seen.current) {
      toast('warning', textOf(problem))
      const refused = form.current?.querySelector<HTMLElement>('[aria-invalid=true], .form-refusal')
      refused?.focus()
      if (refused instanceof HTMLInputElement) refused.select()
    }
    seen.current = problem
  })
}

/** The refusal beside the button. */
export function SessionRefusal({ problem }: { readonly problem: Problem | null }) {
  const textOf = useRefusalText()
  return problem === null ? null : (
    <div className="form-refusal" tabIndex={-1}>
      <Callout intent="danger" compact role="alert" icon={null}>
        {textOf(problem)}
      </Callout>
    </div>
  )
}
