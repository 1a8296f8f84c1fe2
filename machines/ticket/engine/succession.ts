/** What the organisation does to a visit: its places go to others. */
import { type EventOf, here, type LocalChanger } from './changes.ts'
import { reassignVisit } from './staffing.ts'
import { substituteVisit } from './substitutes.ts'
import { withVisit } from './visits.ts'

/** WF-14: the places go to the people found anew. */
export const reassign: LocalChanger<EventOf<'reassign'>> = (workflow, context, event, at) => [
  withVisit(context, reassignVisit(workflow, context, here(context, at), event)),
  [],
]

/** 25.8: a window of substitution begins or ends. */
export const substitute: LocalChanger<EventOf<'substitute'>> = (_workflow, context, event, at) => [
  withVisit(context, substituteVisit(context, here(context, at), event)),
  [],
]
