/** What a clock does to a visit: its day comes, its timer is due (25.8). */
import { here, hook, type LocalChanger } from './changes.ts'
import { decidedByClock } from './help.ts'
import { mayComeBack } from './returns.ts'
import { timerOf } from './rules.ts'
import { settle } from './settle.ts'
import { eligible, newSlot } from './staffing.ts'
import { close, closeLive, decide, isHeldBy, isUndone, liveVisits, namesOf, peopleIn, withVisit } from './visits.ts'
import type { Candidate, Slot, TicketAction, TicketEvent, Visit } from './vocabulary.ts'

/** The day of opensAtField has come. */
export const openForDay: LocalChanger = (workflow, context, event, at) => {
  const visit = here(context, at)
  const after = { ...visit, fired: [...visit.fired, 'open'] }
  return [withVisit(context, settle(workflow.state(visit.state), after, event)), []]
}

/** The open places with other people, as far as there are any who have no part in the visit yet; a claim goes with its place. The number of places stays (25.1). */
function handedOver(visit: Visit, people: readonly Candidate[], event: TicketEvent): Visit {
  const present = peopleIn(visit)
  const heirs = people.filter(({ person }) => !present.includes(person))
  const made: Slot[] = []
  let { claimedBy } = visit
  const slots = visit.slots.flatMap((slot) => {
    const heir = heirs[made.length]
    const isPlain = slot.status === 'open' && slot.serves === undefined && slot.help === undefined
    if (heir === undefined || !isPlain) return [slot]
    const place = { relation: 'transfer', status: 'open', transfers: slot.transfers } as const
    const own = { ...heir, ...(slot.sources && { sources: slot.sources }) }
    const next = newSlot({ ...visit, slots: [...visit.slots, ...made] }, own, place, event.at)
    made.push(next)
    if (claimedBy !== null && isHeldBy(slot, claimedBy)) claimedBy = heir.person
    return [decide(slot, { outcome: 'transferred', by: null, rule: 'timeout' }, event), next]
  })
  return made.length === 0 ? visit : { ...visit, slots, claimedBy }
}

/** A timer is due (25.8). An escalation or a transfer without new people reminds instead, so that it is never silent. */
export const timeout: LocalChanger<Extract<TicketEvent, { type: 'timeout' }>> = (workflow, context, event, at) => {
  const live = here(context, at)
  const visit: Visit = { ...live, fired: [...live.fired, event.rule] }
  const remind: TicketAction = { type: 'remind', params: { visit: visit.id, reason: 'timeout' } }
  const action = timerOf(workflow, live, event)?.action
  if (action === 'autoPass' || action === 'autoReject') {
    const outcome = action === 'autoPass' ? 'auto-approve' : 'auto-reject'
    const slots = visit.slots.map((slot) => (isUndone(slot) ? decidedByClock(slot, outcome, event) : slot))
    const after = settle(workflow.state(visit.state), { ...visit, slots }, event)
    return [withVisit(context, after), visit.kind === 'handle' ? [hook('onHandle', visit)] : []]
  }
  if (action === 'transfer') {
    const after = handedOver(visit, eligible(workflow, context, visit.state, event.people), event)
    return [withVisit(context, after), after === visit ? [remind] : []]
  }
  if (action !== 'escalate') return [withVisit(context, visit), [remind]]
  const present = peopleIn(visit)
  const place = { relation: 'escalate', status: 'open', transfers: 0 } as const
  let after = visit
  for (const candidate of eligible(workflow, context, visit.state, event.people)) {
    if (present.includes(candidate.person)) continue
    after = { ...after, slots: [...after.slots, newSlot(after, candidate, place, event.at)] }
  }
  return [withVisit(context, after), after === visit ? [remind] : []]
}

/** 25.8: closes a ticket that was not decided in time, with all its branches; its applicant may bring it straight back here. */
export const closeByTime: LocalChanger<Extract<TicketEvent, { type: 'timeout' }>> = (workflow, context, event, at) => {
  const live = here(context, at)
  const closed = close({ ...live, fired: [...live.fired, event.rule], rule: 'timeout' }, 'withdrawn', event)
  const after = closeLive(withVisit(context, mayComeBack(workflow, closed, event)), 'withdrawn', event)
  const tasks = liveVisits(context).flatMap(({ slots }) => slots.filter((slot) => isUndone(slot) && slot.openedAt))
  const people = [...new Set(tasks.flatMap(namesOf))]
  return [after, [hook('onWithdraw', live), { type: 'lapse', params: { visit: live.id, state: at, people } }]]
}
