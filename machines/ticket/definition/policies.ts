/** Rules the administrator writes once and every version must keep on every path (25.10): data in a closed grammar. */
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

/** Whether the selector means this state. */
export function means(selector: Selector, state: StateDefinition): boolean {
  if (selector.by === 'key') return selector.of.includes(state.key)
  if (selector.by === 'kind') return selector.of.includes(state.kind)
  return groupsOf(state.participant).some((group) => group.type === 'role' && selector.of.includes(group.role))
}

/** The state is left only by a person's decision. */
export const isFirm = ({ emptyPolicy, timers = [], skipsApplicant }: StateDefinition): boolean =>
  emptyPolicy.type !== 'skip' && skipsApplicant !== true && !timers.some((timer) => timer.action === 'autoPass')

/** Whether a state has what a policy can forbid it. */
export const traits: Readonly<Record<Trait, (state: StateDefinition) => boolean>> = {
  autoPass: ({ timers = [] }) => timers.some((timer) => timer.action === 'autoPass'),
  skipEmpty: ({ emptyPolicy, skipsApplicant }) => emptyPolicy.type === 'skip' || skipsApplicant === true,
  transfer: ({ allowTransfer }) => allowTransfer === true,
  unsigned: ({ kind, requireSignature }) => kind === 'approve' && requireSignature !== true,
}

/** Whether a policy is about this workflow. */
export const isAbout = ({ groups = [], types = [] }: Policy, { group, key }: WorkflowDefinition): boolean =>
  (groups.length === 0 || groups.includes(group)) && (types.length === 0 || types.includes(key))
