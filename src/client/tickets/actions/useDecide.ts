import { useQueryClient } from '@tanstack/react-query'
import { newKey } from '#src/client/platform/http/http.ts'
import { useAppearance } from '#src/client/platform/theme/index.ts'
import { pathOf, type TicketButton } from '#src/define/tickets/line.ts'
import type { FormData } from '#src/fields/field.ts'
import { useTicketActors } from '../actor/useTicketActor.ts'
import { sendAction } from '../queries.ts'

/** Decisions that can be undone for a while (20.8). */
const undoable: readonly TicketButton[] = ['approve', 'return', 'reject', 'handle']

interface Given {
  readonly body: Record<string, unknown>
  /** What was filled in, for the panel that opens again. */
  readonly values: FormData
  readonly key?: string
  /** Last part of the address; by default that of the action. */
  readonly path?: string
}

/**
 * Sends what a person does to a ticket. A decision that can be undone is taken on and sent later, unless the person wants
 * it at once; `isUndoable` tells which. Everything else is sent now, and the promise rejects where it is refused.
 */
export function useDecide(): {
  readonly isUndoable: (action: TicketButton) => boolean
  readonly decide: (
    ticket: { readonly id: number; readonly no: string },
    action: TicketButton,
    given: Given,
  ) => Promise<void>
} {
  const { undoDecisions } = useAppearance()
  const actors = useTicketActors()
  const client = useQueryClient()
  const isUndoable = (action: TicketButton): boolean => undoDecisions && undoable.includes(action)
  return {
    isUndoable,
    async decide({ id, no }, action, { body, values, key = newKey(), path = pathOf(action) }) {
      if (isUndoable(action)) return actors.decide(id, { no, action, path, body, values, key })
      await sendAction(client, id, path, body, { key })
      actors.accepted(id)
    },
  }
}
