import { describe, expect, it } from 'vitest'
import { arrangeActions } from '#src/client/tickets/apply/arrangement.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'

const filled = (...allowed: readonly TicketButton[]) =>
  arrangeActions(allowed).main.flatMap(({ action, leads }) => (leads ? [action] : []))
const shown = (...allowed: readonly TicketButton[]) => arrangeActions(allowed).main.map(({ action }) => action)

describe('the buttons of a ticket', () => {
  it('25.8 whoever may submit finds Submit first and filled, Edit outlined beside it', () => {
    expect(shown('edit', 'comment', 'submit')).toEqual(['submit', 'edit'])
    expect(filled('edit', 'submit')).toEqual(['submit'])
    // What asks to revoke another ticket has nothing to be edited.
    expect(shown('submit')).toEqual(['submit'])
  })

  it('whoever may edit but not submit finds Edit filled', () => {
    expect(filled('edit', 'delete')).toEqual(['edit'])
    expect(arrangeActions(['edit', 'delete']).more).toEqual(['delete'])
  })

  it('a task leads with its decision, and what stands in its way is outlined', () => {
    expect(filled('reject', 'return', 'approve', 'transfer')).toEqual(['approve'])
    expect(shown('reject', 'return', 'approve', 'transfer')).toEqual(['approve', 'return', 'reject'])
    expect(filled('withdraw', 'urge')).toEqual([])
  })
})
