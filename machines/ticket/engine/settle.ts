/** What a change in a visit leads to: the called-in people answered, the mode applied, the next places opened. */
import type { StateDefinition } from '../definition/definition.ts'
import { settleHelp } from './help.ts'
import { outcome } from './modes.ts'
import { withClock } from './timers.ts'
import { close, nextIn, openSlot, tally, waitsForDay } from './visits.ts'
import type { Slot, TicketEvent, Visit } from './vocabulary.ts'

/** The slots that may be open are open: all of them, or the first undone one of a sequence. */
function openNext(visit: Visit, at: string): Visit {
  const first = nextIn(visit)
  const mayOpen = (slot: Slot) =>
    slot.status === 'waiting' && slot.serves === undefined && (visit.mode !== 'sequential' || slot === first)
  return { ...visit, slots: visit.slots.map((slot) => (mayOpen(slot) ? openSlot(slot, at) : slot)) }
}

/** Applies the mode after a change: passed, rejected, or open for those whose turn it is. */
export function settle(state: StateDefinition, changed: Visit, event: TicketEvent): Visit {
  const visit = settleHelp(state, changed, event)
  const result = outcome(state, tally(state, visit))
  if (result === 'pass') return close(visit, 'passed', event)
  if (result === 'reject') return close(visit, 'rejected', event)
  return withClock(state, waitsForDay(state, visit) ? visit : openNext(visit, event.at), event)
}
