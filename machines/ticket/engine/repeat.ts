/** WF-05, 25.7 rule 4: whether a person who has approved must approve again. */
import type { StateDefinition, WorkflowDefinition } from '../definition/definition.ts'
import { endsOf, pathTo } from './regions.ts'

import type { Slot, TicketContext, Visit } from './vocabulary.ts'

/** A rule has only repeated what the person had said. */
const isOfPerson = ({ rule }: Slot): boolean => rule === 'repeat' || rule === 'carried'

const isApproval = (slot: Slot): boolean =>
  slot.outcome === 'approve' || (slot.outcome === 'auto-approve' && isOfPerson(slot))

/** Approvals in the own name and on behalf of others are counted apart. */
const approvedAlready = (earlier: Visit, slot: Slot, dataHash: string): boolean =>
  earlier.slots.some(
    (other) =>
      isApproval(other) &&
      other.serves === undefined &&
      other.holder === slot.holder &&
      other.onBehalfOf === null &&
      (other.by === other.holder || isOfPerson(other)) &&
      other.dataHash === dataHash,
  )

/** The earlier visits whose approvals count here; none where the rule is off. Those cut off by a return no longer count. */
function earlierVisits(
  definition: WorkflowDefinition,
  state: StateDefinition,
  visit: Visit,
  context: TicketContext,
): readonly Visit[] {
  const isAsked =
    visit.viaReturn ||
    visit.resumes !== undefined ||
    state.kind !== 'approve' ||
    visit.mustSign === true ||
    state.opensAtField !== undefined ||
    Object.values(state.fields ?? {}).includes('required')
  if (isAsked || definition.repeat === 'off') return []
  const passed = pathTo(context, visit).filter((other) => other.kind === 'approve' && other.outcome === 'passed')
  return definition.repeat === 'preceding' ? endsOf(passed) : passed
}

/** Says of each slot of a visit being staffed whether its holder has already approved exactly this form data. */
export function repeatRule(
  definition: WorkflowDefinition,
  state: StateDefinition,
  visit: Visit,
  context: TicketContext,
  dataHash: string,
): (slot: Slot) => boolean {
  const earlier = earlierVisits(definition, state, visit, context)
  return (slot) => slot.onBehalfOf === null && earlier.some((other) => approvedAlready(other, slot, dataHash))
}
