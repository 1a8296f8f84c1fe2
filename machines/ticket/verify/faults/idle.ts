/** Workflows in which nobody does anything, or applicants alone decide about themselves (25.10, I20). */
import { groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { isAbout } from '#machines/ticket/definition/policies.ts'
import { type ExaminedDefinition, type Fault, fault } from './fault.ts'
import { pathTo, stopsOf } from './walks.ts'

/** Groups whose workflows move money. */
const moneyGroups: readonly string[] = ['finance', 'procurement']

/** Somebody has something to do; what a state files is done by others. */
const isActing = ({ kind, participant }: StateDefinition): boolean =>
  kind === 'sub' || ((kind === 'approve' || kind === 'handle') && groupsOf(participant).length > 0)

/** Nobody acts on any path. */
export const isIdle = ({ definition: { states } }: Pick<ExaminedDefinition, 'definition'>): boolean =>
  !states.some(isActing)

/** 25.10: money moves, and nobody acts. */
export const idleFaults = (examined: ExaminedDefinition): readonly Fault[] =>
  isIdle(examined) && moneyGroups.includes(examined.definition.group) ? [fault('25.10', 'nobodyActs', null)] : []

/** The same where no money is at stake. */
export const idleDoubts = (examined: ExaminedDefinition): readonly Fault[] =>
  isIdle(examined) && !moneyGroups.includes(examined.definition.group) ? [fault('25.10', 'nobodyActs', null)] : []

/** Only the applicant is asked. */
const isOwn = ({ kind, participant }: StateDefinition): boolean =>
  kind === 'approve' && groupsOf(participant).every(({ type }) => type === 'applicant')

/** Counts for more than every state of the applicant together. */
const OTHER = 1000

/** A path on which applicants alone approve, where no policy asks for anybody else. */
export function ownDoubts({ definition, proof, policies = [] }: ExaminedDefinition): readonly Fault[] {
  const isCovered = policies.some((policy) => policy.rule === 'approvals' && isAbout(policy, definition))
  if (!definition.allowSelf || isCovered || !definition.states.some(isOwn)) return []
  const counts = (state: StateDefinition) => (isOwn(state) ? 1 : state.kind === 'approve' ? OTHER : 0)
  const stop = stopsOf(proof, { counts, cap: OTHER }).find(
    ({ place, count }) => place === 'end' && count > 0 && count < OTHER,
  )
  if (stop === undefined) return []
  const path = pathTo(stop)
  const first = definition.states.find((state) => isOwn(state) && path.includes(state.key))
  return first ? [{ ...fault('I20', 'ownApproval', first.key), path }] : []
}
