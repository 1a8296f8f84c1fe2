/** What a change in a visit leads to: the called-in people answered, the mode applied, the next places opened. */
import type { StateDefinition } from '../definition/definition.ts'
import { settleHelp } from './help.ts'
import { outcome, passedGroups } from './modes.ts'
import { withClock } from './timers.ts'
import { close, isUndone, nextIn, openSlot, tally, waitsForDay } from './visits.ts'
import type { Slot, TicketEvent, Visit } from './vocabulary.ts'

/** The slots that may be open are open: all of them, or the first undone one of a sequence. */
function openNext(visit: Visit, at: string): Visit {
  const first = nextIn(visit)
  const mayOpen = (slot: Slot) =>
    slot.status === 'waiting' && slot.serves === undefined && (visit.mode !== 'sequential' || slot === first)
  return { ...visit, slots: visit.slots.map((slot) => (mayOpen(slot) ? openSlot(slot, at) : slot)) }
}

/** Why a place of a group that has its approvals was closed: its vote would count for nothing. */
const GROUP_PASSED = 'groupPassed'

/** 25.1: with one approval (or more) asked of every group, the other places of a group that has them are closed at once; a place of two groups stays while one of them waits. */
function closeDecidedGroups(state: StateDefinition, visit: Visit, event: TicketEvent): Visit {
  if (state.mode !== 'perGroup') return visit
  const passed = passedGroups(state, tally(state, visit))
  const isIdle = ({ sources, serves }: Slot): boolean =>
    serves === undefined && sources !== undefined && sources.length > 0 && sources.every((group) => passed.has(group))
  const idle = new Set(visit.slots.filter((slot) => isUndone(slot) && isIdle(slot)).map(({ id }) => id))
  if (idle.size === 0) return visit
  return {
    ...visit,
    // Whoever was called in for such a place goes with it.
    slots: visit.slots.map((slot) =>
      isUndone(slot) && (idle.has(slot.id) || (slot.serves !== undefined && idle.has(slot.serves)))
        ? { ...slot, status: 'cancelled', cancelledBy: GROUP_PASSED, at: event.at }
        : slot,
    ),
  }
}

/** Applies the mode after a change: passed, rejected, or open for those whose turn it is. */
export function settle(state: StateDefinition, changed: Visit, event: TicketEvent): Visit {
  const visit = settleHelp(state, changed, event)
  const result = outcome(state, tally(state, visit))
  if (result === 'pass') return close(visit, 'passed', event)
  if (result === 'reject') return close(visit, 'rejected', event)
  const current = closeDecidedGroups(state, visit, event)
  return withClock(state, waitsForDay(state, current) ? current : openNext(current, event.at), event)
}
