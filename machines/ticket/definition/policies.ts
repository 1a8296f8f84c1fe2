/** Rules the administrator writes once and every version must keep on every path (25.10): data in a closed grammar, proved by walking. */

import { type ExaminedDefinition, type Fault, fault, shownFacts } from '../verify/faults/fault.ts'
import { factsAt, pathTo, type Stop, stopsOf } from '../verify/faults/walks.ts'
import { fieldsOf } from './conditions.ts'
import {
  type Condition,
  groupsOf,
  type StateDefinition,
  type StateKind,
  type Text,
  type WorkflowDefinition,
} from './definition.ts'

/** States meant by a rule: those with one of these keys, whose people hold one of these roles, or of one of these kinds. */
export type Selector =
  | { readonly by: 'key'; readonly of: readonly string[] }
  | { readonly by: 'role'; readonly of: readonly string[] }
  | { readonly by: 'kind'; readonly of: readonly StateKind[] }

/** What a policy forbids a state: to pass by time, to pass without people, to hand work on, to decide without a signature. */
export type Trait = 'autoPass' | 'skipEmpty' | 'transfer' | 'unsigned'

/** What a policy requires of every path. */
export type PolicyRule =
  /** The least number of steps in which a person other than the applicant approves. */
  | { readonly rule: 'approvals'; readonly least: number }
  /** Each of the states meant is passed by people, not by time and not for want of people. */
  | { readonly rule: 'passes'; readonly states: Selector }
  | { readonly rule: 'atMost'; readonly most: number; readonly states: Selector }
  | { readonly rule: 'never'; readonly trait: Trait; readonly states: Selector }
  /** No state of `states` is entered before one of `first` was. */
  | { readonly rule: 'before'; readonly first: Selector; readonly states: Selector }

/** A rule with the workflows it is for (all when absent) and the tickets it is about. */
export type Policy = PolicyRule & {
  readonly name: Text
  readonly groups?: readonly WorkflowDefinition['group'][]
  readonly types?: readonly string[]
  /** Only tickets of which this holds all the way. */
  readonly when?: Condition
}

function means(selector: Selector, state: StateDefinition): boolean {
  if (selector.by === 'key') return selector.of.includes(state.key)
  if (selector.by === 'kind') return selector.of.includes(state.kind)
  return groupsOf(state.participant).some((group) => group.type === 'role' && selector.of.includes(group.role))
}

/** The state is left only by a person's decision. */
export const isFirm = ({ emptyPolicy, timers = [], skipsApplicant }: StateDefinition): boolean =>
  emptyPolicy.type !== 'skip' && skipsApplicant !== true && !timers.some((timer) => timer.action === 'autoPass')

const traits: Readonly<Record<Trait, (state: StateDefinition) => boolean>> = {
  autoPass: ({ timers = [] }) => timers.some((timer) => timer.action === 'autoPass'),
  skipEmpty: ({ emptyPolicy, skipsApplicant }) => emptyPolicy.type === 'skip' || skipsApplicant === true,
  transfer: ({ allowTransfer }) => allowTransfer === true,
  unsigned: ({ kind, requireSignature }) => kind === 'approve' && requireSignature !== true,
}

/** Whether a policy is about this workflow. */
export const isAbout = ({ groups = [], types = [] }: Policy, { group, key }: WorkflowDefinition): boolean =>
  (groups.length === 0 || groups.includes(group)) && (types.length === 0 || types.includes(key))

const one = (selector: Selector, item: string): Selector => ({ ...selector, of: [item] }) as Selector

/** The shortest walks that break a rule, each with the state to be marked; null where it is the whole path that does. */
function breaches(
  { proof, definition }: ExaminedDefinition,
  policy: Policy,
): readonly (readonly [Stop, string | null])[] {
  const when = policy.when ? { when: policy.when } : {}
  const find = (
    counts: (state: StateDefinition) => boolean,
    cap: number,
    isBroken: (stop: Stop) => boolean,
    marks = false,
  ): readonly (readonly [Stop, string | null])[] => {
    const walk = { ...when, counts, cap }
    // A ticket whose form stays unchanged is the clearest example.
    const stop =
      stopsOf(proof, { ...walk, isSteady: true }).find(isBroken) ??
      stopsOf(proof, walk).find(isBroken) ??
      stopsOf(proof, { ...walk, comesBack: 'anywhere' }).find(isBroken)
    return stop ? [[stop, marks ? stop.place : null]] : []
  }
  const state = (key: string) => definition.states.find((other) => other.key === key)
  const isAt = (stop: Stop, selector: Selector) => {
    const at = state(stop.place)
    return at !== undefined && means(selector, at)
  }
  switch (policy.rule) {
    case 'approvals':
      return find(
        (at) => at.kind === 'approve' && isFirm(at) && !definition.allowSelf,
        policy.least,
        ({ place, count }) => place === 'end' && count < policy.least,
      )
    case 'passes':
      return policy.states.of.flatMap((item) =>
        find(
          (at) => means(one(policy.states, item), at) && (at.kind === 'cc' || isFirm(at)),
          1,
          ({ place, count }) => place === 'end' && count === 0,
        ),
      )
    case 'atMost':
      return find(
        (at) => means(policy.states, at),
        policy.most + 1,
        ({ count }) => count > policy.most,
      )
    case 'before':
      return find(
        (at) => means(policy.first, at),
        1,
        (stop) => stop.count === 0 && isAt(stop, policy.states),
        true,
      )
    case 'never': {
      const stops = stopsOf(proof, when)
      return definition.states
        .filter((at) => means(policy.states, at) && traits[policy.trait](at))
        .flatMap(({ key }) => {
          const stop = stops.find(({ met }) => met.includes(key))
          return stop ? [[stop, key] as const] : []
        })
    }
  }
}

/** The rules this definition breaks, each with the shortest path that shows it and the facts of that path. */
export function policyFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { definition, policies = [], thresholds } = examined
  return policies
    .filter((policy) => isAbout(policy, definition))
    .flatMap((policy) =>
      breaches(examined, policy).map(([stop, state]) => {
        const facts = factsAt(examined.proof, stop)
        const names = Object.keys(facts).filter((name) => !(name in thresholds))
        const own = policy.when ? fieldsOf(policy.when).filter((name) => names.includes(name)) : []
        const shown = own.length > 0 ? own : names
        return {
          ...fault('25.10', 'policyBroken', state, {
            policy: policy.name.zhHans,
            policyEn: policy.name.en,
            // Whatever the facts.
            facts: shownFacts(facts, shown) || '—',
          }),
          path: pathTo(stop),
        }
      }),
    )
}
