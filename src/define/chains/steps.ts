/** The steps of the shipped chains (20.3): people, time limits and returns, in a row. */

import type {
  Condition,
  EmptyPolicy,
  Participant,
  StateDefinition,
  Text,
  TimerRule,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { RoleName } from '#src/define/names.ts'

/** Leader of the department, of the applicant's own when none is named. */
export const leaderOf = (dept?: string): Participant => ({ type: 'deptLeader', ...(dept !== undefined && { dept }) })
/** Leader in charge of the department, of the applicant's own when none is named. */
export const inChargeOf = (dept?: string): Participant => ({
  type: 'divisionLeader',
  ...(dept !== undefined && { dept }),
})
/** Whoever holds the role. */
export const holders = (role: RoleName): Extract<Participant, { readonly type: 'role' }> => ({ type: 'role', role })
/** Whoever holds the role, when nobody else is found. */
export const orHolders = (role: RoleName): EmptyPolicy => ({ type: 'toRole', role })
/** The person who applied. */
export const applicant: Participant = { type: 'applicant' }

/** The fact is above `wf.t1`, `wf.t2` or `wf.t3` (WF-06: equal belongs to the lower band). */
export const above = (threshold: 't1' | 't2' | 't3', field = 'amount'): Condition => ({
  field,
  op: 'gt',
  value: { fact: `config.wf.${threshold}` },
})
/** The fact is a yes. */
export const yes = (field: string): Condition => ({ field, op: 'eq', value: true })
/** The fact is one of these. */
export const oneOf = (field: string, ...value: readonly string[]): Condition => ({ field, op: 'in', value })
/** Any of them holds. */
export const either = (...any: readonly Condition[]): Condition => ({ any })
/** All of them hold. */
export const both = (...all: readonly Condition[]): Condition => ({ all })

/** The step with what people read where its condition passes it by; `{days}` is the value that fact was compared with. */
export const withSkipReason = (step: StateDefinition, skipReason: Text): StateDefinition => ({ ...step, skipReason })

type Given = Partial<Omit<StateDefinition, 'key' | 'name' | 'kind' | 'participant'>>
interface Limits {
  /** Working hours until the step is late; 48 when absent (20.3). */
  readonly hours?: number
  /** Who is asked besides when it is late; nobody when absent. */
  readonly late?: Participant
}

const USUAL_HOURS = 48

function timersOf({ hours = USUAL_HOURS, late }: Limits): readonly TimerRule[] {
  return [
    { key: 'half', afterHours: hours / 2, action: 'remind' },
    { key: 'full', afterHours: hours, action: 'remind' },
    ...(late ? [{ key: 'escalate', afterHours: hours, action: 'escalate', to: late } as const] : []),
  ]
}

/** A step that approves. */
export function approve(
  key: string,
  name: Text,
  participant: Participant,
  { hours, late, ...given }: Given & Limits = {},
): StateDefinition {
  return {
    key,
    name,
    kind: 'approve',
    participant,
    mode: 'any',
    emptyPolicy: { type: 'block' },
    timers: timersOf({ ...(hours !== undefined && { hours }), ...(late && { late }) }),
    allowTransfer: true,
    allowAddSign: true,
    allowReject: true,
    ...given,
  }
}

/** A step that carries out what was approved; `allowReturn: 'start'` lets its people refuse (20.2). */
export function handle(
  key: string,
  name: Text,
  participant: Participant,
  { hours, late, ...given }: Given & Limits = {},
): StateDefinition {
  return {
    key,
    name,
    kind: 'handle',
    participant,
    mode: 'any',
    emptyPolicy: { type: 'block' },
    timers: timersOf({ ...(hours !== undefined && { hours }), ...(late && { late }) }),
    ...given,
  }
}

/** A step that only tells people. */
export const copy = (key: string, name: Text, participant: Participant, enterWhen?: Condition): StateDefinition => ({
  key,
  name,
  kind: 'cc',
  participant,
  mode: 'any',
  emptyPolicy: { type: 'skip' },
  ...(enterWhen && { enterWhen }),
})

/** The steps in a row. The first that approves returns to the applicant, those after it to any earlier one as well. */
export function chain(
  key: string,
  group: WorkflowDefinition['group'],
  steps: readonly StateDefinition[],
): WorkflowDefinition {
  const first = steps.findIndex(({ kind }) => kind === 'approve')
  const states = steps.map(
    (step, index): StateDefinition =>
      step.kind === 'approve' ? { ...step, allowReturn: index === first ? 'start' : 'any' } : step,
  )
  const places = ['start', ...states.map((state) => state.key), 'end']
  return {
    key,
    group,
    withdraw: 'whileRunning',
    allowSelf: false,
    repeat: 'preceding',
    resume: 'either',
    states,
    transitions: places.slice(1).map((to, index) => ({ from: places[index] ?? 'start', to })),
  }
}
