/** Names of what was being written about a ticket among everything unsaved. */
import { useEffect } from 'react'
import { isObject, parsedAs } from '#src/client/platform/preference.ts'
import { unsavedForms, useUser } from '#src/client/platform/session/index.ts'
import { onReopen } from '#src/client/records/form/unsavedForms.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'

/** An action that was being filled in. */
export interface ActionName {
  readonly ticket: number
  readonly no: string
  readonly action: TicketButton
}

export function actionName({ id, no }: Pick<SeenTicket, 'id' | 'no'>, action: TicketButton): string {
  return JSON.stringify({ ticket: id, no, action })
}

/** The action behind a name; null for forms of other kinds. */
export function actionNamed(name: string): ActionName | null {
  return parsedAs(name, isActionName)
}

function isActionName(value: unknown): value is ActionName {
  return (
    isObject(value) &&
    typeof value.ticket === 'number' &&
    typeof value.no === 'string' &&
    typeof value.action === 'string'
  )
}

/** Opens the panels of this ticket's actions again when what was unsaved in them is wanted back. */
export function useUnsavedActions(detail: SeenTicket, start: (detail: SeenTicket, action: TicketButton) => void): void {
  const { username } = useUser()
  useEffect(() => {
    const ends = unsavedForms(username).flatMap((name) => {
      const action = actionNamed(name)
      if (action?.ticket !== detail.id || !detail.actions.includes(action.action)) return []
      return [onReopen(name, () => start(detail, action.action))]
    })
    return () => {
      for (const end of ends) end()
    }
  }, [username, detail, start])
}
