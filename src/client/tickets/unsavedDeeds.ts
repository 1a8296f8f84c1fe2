/** Names of what was being written about a ticket among everything unsaved. */
import { useEffect } from 'react'
import { isObject, parsedAs } from '#src/client/kept.ts'
import { onReopen } from '#src/client/records/unsavedForms.ts'
import { unsavedForms, useUser } from '#src/client/session/index.ts'
import type { TicketButton, TicketDetail } from '#src/define/tickets.ts'

/** A deed that was being filled in. */
export interface DeedName {
  readonly ticket: number
  readonly no: string
  readonly deed: TicketButton
}

export function deedName({ id, no }: Pick<TicketDetail, 'id' | 'no'>, deed: TicketButton): string {
  return JSON.stringify({ ticket: id, no, deed })
}

/** The deed behind a name; null for forms of other kinds. */
export function deedNamed(name: string): DeedName | null {
  return parsedAs(name, isDeedName)
}

function isDeedName(value: unknown): value is DeedName {
  return (
    isObject(value) &&
    typeof value.ticket === 'number' &&
    typeof value.no === 'string' &&
    typeof value.deed === 'string'
  )
}

/** Opens the panels of this ticket's deeds again when what was unsaved in them is wanted back. */
export function useUnsavedDeeds(detail: TicketDetail, start: (detail: TicketDetail, deed: TicketButton) => void): void {
  const { username } = useUser()
  useEffect(() => {
    const ends = unsavedForms(username).flatMap((name) => {
      const deed = deedNamed(name)
      if (deed?.ticket !== detail.id || !detail.allowedActions.includes(deed.deed)) return []
      return [onReopen(name, () => start(detail, deed.deed))]
    })
    return () => {
      for (const end of ends) end()
    }
  }, [username, detail, start])
}
