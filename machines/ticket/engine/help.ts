/** Advice and added signatures (25.5): how a place waits for the people called in for it, and what their answers make of it. */
import type { StateDefinition } from '../definition/definition.ts'
import { outcome } from './modes.ts'
import { decide, isHeldBy, isUndone, openSlot, withSlot } from './visits.ts'
import type { Help, PersonId, Slot, TicketEvent, Visit } from './vocabulary.ts'

/** Number of a place within its visit: it only grows. */
const numberOf = (slot: Slot): number => Number(slot.id.split('.')[1])

/** The people called in for a place this time, without those taken back. */
const groupOf = (visit: Visit, slot: Slot, help: Help): readonly Slot[] =>
  visit.slots.filter(
    (other) => other.serves === slot.id && numberOf(other) > help.since && other.status !== 'cancelled',
  )

/** Advice is an answer, whichever; signatures are votes under the method. */
function verdictOf(help: Help, group: readonly Slot[]): 'pass' | 'reject' | null {
  // Everybody called in was taken back.
  if (group.length === 0) return 'pass'
  const answered = group.filter((slot) => slot.status === 'done')
  if (help.where === 'advice') return answered.length > 0 ? 'pass' : null
  const rejections = answered.filter(({ outcome }) => outcome === 'reject' || outcome === 'auto-reject').length
  const votes = { n: group.length, approvals: answered.length - rejections, rejections }
  return outcome({ mode: help.method }, { ...votes, groups: [votes] })
}

const withoutHelp = ({ help: _help, held: _held, ...slot }: Slot): Slot => slot

/** The approval given before the others signed counts now. */
const counted = (slot: Slot, { by, dataHash }: NonNullable<Slot['held']>, event: TicketEvent): Slot => ({
  ...decide(withoutHelp(slot), { outcome: 'approve', by }, event),
  dataHash,
})

/** The place as the answers leave it: decided, or its holder's turn again. */
function helped(
  state: StateDefinition,
  visit: Visit,
  slot: Slot,
  verdict: 'pass' | 'reject',
  event: TicketEvent,
): Slot {
  const isAdvice = slot.help?.where === 'before' && state.signersAdvise === true
  if (verdict === 'reject' && !isAdvice)
    return decide(withoutHelp(slot), { outcome: 'auto-reject', by: null, rule: 'addSign' }, event)
  if (slot.held) return counted(slot, slot.held, event)
  const { claimedBy } = visit
  const isFree = claimedBy === null || isHeldBy(slot, claimedBy)
  return isFree ? openSlot(withoutHelp(slot), event.at) : withoutHelp(slot)
}

/** Those whose turn it is: all of the group, or the first who has not answered. */
function openGroup(visit: Visit, help: Help, group: readonly Slot[], at: string): Visit {
  const first = group.find(isUndone)
  const mayOpen = (slot: Slot) =>
    slot.status === 'waiting' && group.includes(slot) && (help.method !== 'sequential' || slot === first)
  return { ...visit, slots: visit.slots.map((slot) => (mayOpen(slot) ? openSlot(slot, at) : slot)) }
}

function settlePlace(state: StateDefinition, visit: Visit, id: string, event: TicketEvent): Visit {
  const slot = visit.slots.find((other) => other.id === id)
  const help = slot?.help
  if (!slot || !help || !isUndone(slot)) return visit
  const group = groupOf(visit, slot, help)
  // People added after a signer wait for that signer's own vote.
  const isAsked = help.where !== 'after' || slot.held !== undefined || group.length === 0
  if (!isAsked) return visit
  const verdict = verdictOf(help, group)
  return verdict === null
    ? openGroup(visit, help, group, event.at)
    : withSlot(visit, helped(state, visit, slot, verdict, event))
}

/** Cancels the places of people called in for a place that is decided, given up or no longer waiting for them. */
function dismissed(visit: Visit, event: TicketEvent): Visit {
  const isNeeded = (helper: Slot): boolean => {
    const served = visit.slots.find((slot) => slot.id === helper.serves)
    return served?.help !== undefined && isUndone(served) && numberOf(helper) > served.help.since
  }
  return {
    ...visit,
    slots: visit.slots.map((slot) =>
      slot.serves !== undefined && isUndone(slot) && !isNeeded(slot)
        ? { ...slot, status: 'cancelled', cancelledBy: event.type, at: event.at }
        : slot,
    ),
  }
}

/** Every waiting place after a change among the people called in. */
export function settleHelp(state: StateDefinition, visit: Visit, event: TicketEvent): Visit {
  return dismissed(
    visit.slots.reduce((now, { id }) => settlePlace(state, now, id, event), visit),
    event,
  )
}

/** A clock decides: what a holder has already said counts as theirs (25.8). */
export const decidedByClock = (slot: Slot, outcome: 'auto-approve' | 'auto-reject', event: TicketEvent): Slot =>
  slot.held ? counted(slot, slot.held, event) : decide(withoutHelp(slot), { outcome, by: null, rule: 'timeout' }, event)

/** Whether a person called in by this one has not answered yet. */
export const calledInBy = (visit: Visit, person: PersonId): readonly Slot[] =>
  visit.slots.filter((slot) => slot.addedBy === person && isUndone(slot))
