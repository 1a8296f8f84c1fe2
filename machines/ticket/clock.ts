/** What a clock does to a visit: its day comes, its timer is due (25.8). */
import { here, hook, type LocalChanger } from './changes.ts'
import { decidedByClock } from './help.ts'
import { timerOf } from './rules.ts'
import { settle } from './settle.ts'
import { eligible, newSlot } from './staffing.ts'
import { isUndone, peopleIn, withVisit } from './visits.ts'
import type { TicketAction, TicketEvent, Visit } from './vocabulary.ts'

/** The day of opensAtField has come. */
export const openForDay: LocalChanger = (workflow, context, event, at) => {
  const visit = here(context, at)
  const after = { ...visit, fired: [...visit.fired, 'open'] }
  return [withVisit(context, settle(workflow.state(visit.state), after, event)), []]
}

/** A timer is due (25.8). An escalation that finds nobody new reminds instead, so that it is never silent. */
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
