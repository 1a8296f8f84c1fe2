import type { Mode, StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { APPLICANT, Story } from './story.ts'
import { text } from './text.ts'

/** A state with the usual rights, changed where a test needs it. */
export function state(key: string, changed: Partial<StateDefinition> = {}): StateDefinition {
  return {
    key,
    name: text(key, key),
    kind: 'approve',
    participant: { type: 'role', role: key },
    mode: 'any',
    emptyPolicy: { type: 'block' },
    allowReject: true,
    allowReturn: 'any',
    allowTransfer: true,
    ...changed,
  }
}

/** States in a row, from start to end. */
export function row(states: readonly StateDefinition[], changed: Partial<WorkflowDefinition> = {}): WorkflowDefinition {
  const keys = ['start', ...states.map(({ key }) => key), 'end']
  return {
    key: 'small',
    group: 'receive',
    withdraw: 'whileRunning',
    allowSelf: false,
    repeat: 'off',
    states,
    transitions: keys.slice(1).map((to, index) => ({ from: keys[index] ?? 'start', to })),
    ...changed,
  }
}

/** One approving state under a mode, then one handling state. */
export const vote = (mode: Mode): WorkflowDefinition =>
  row([state('vote', { mode }), state('work', { kind: 'handle', allowReturn: 'start' })])

/** One approving and one handling state, submitted; 11 and 12 approve, 21 and 22 handle. */
export const checkAndWork = (
  approve: Partial<StateDefinition> = {},
  handle: Partial<StateDefinition> = {},
  changed: Partial<WorkflowDefinition> = {},
): Story =>
  new Story(
    row([state('check', approve), state('work', { kind: 'handle', allowReturn: 'start', ...handle })], changed),
    (key) => (key === 'check' ? [11, 12] : [21, 22]),
  ).does(APPLICANT, 'submit')

/** Holder and status of each place in the newest visit. */
export const slotsOf = (story: Story) => story.visit.slots.map(({ holder, status }) => [holder, status])
