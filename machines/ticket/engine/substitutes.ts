/** Places that change hands because a window of substitution opens or closes (25.8). */
import { newSlot } from './staffing.ts'
import { isHeldBy, isUndone, peopleIn } from './visits.ts'
import type { PersonId, Slot, TicketContext, TicketEvent, Visit } from './vocabulary.ts'

/** Whether the place is untouched: not claimed, without people called in for it, and not itself that of a person called in. */
const isUntouched = ({ claimedBy }: Visit, slot: Slot): boolean =>
  isUndone(slot) &&
  slot.serves === undefined &&
  slot.help === undefined &&
  (claimedBy === null || !isHeldBy(slot, claimedBy))

/** The untouched place that a person holds alone, or a substitute on their behalf. */
export const standingOf = (visit: Visit, person: PersonId, isHandedOver: boolean): Slot | undefined =>
  visit.slots.find(
    (slot) =>
      isUntouched(visit, slot) &&
      (isHandedOver ? slot.onBehalfOf === person : slot.holder === person && slot.onBehalfOf === null),
  )

/**
 * The visit after the place of a person has gone to a substitute, or back to the person when the substitution has ended. A
 * new task in the same place: n and the order stay. The same visit where there is nothing to hand over, and where the
 * substitute is the applicant or has a place already (I7, I20).
 */
export function substituteVisit(
  context: TicketContext,
  visit: Visit,
  event: Extract<TicketEvent, { type: 'substitute' }>,
): Visit {
  const { person, substitute, at } = event
  const slot = standingOf(visit, person, substitute === null)
  const isTaken = substitute !== null && (substitute === context.applicant || peopleIn(visit).includes(substitute))
  if (!slot || isTaken) return visit
  const { relation, status, transfers, sources, rule } = slot
  const heir = {
    person: substitute ?? person,
    onBehalfOf: substitute === null ? null : person,
    rule: null,
    ...(sources && { sources }),
  }
  const next: Slot = { ...newSlot(visit, heir, { relation, status, transfers }, at), rule }
  const given: Slot = { ...slot, status: 'cancelled', cancelledBy: event.type, at }
  return { ...visit, slots: visit.slots.flatMap((other) => (other === slot ? [given, next] : [other])) }
}
