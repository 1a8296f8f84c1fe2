import type {
  Branching,
  Facts,
  StateDefinition,
  TransitionDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { PersonId } from '#machines/ticket/engine/vocabulary.ts'
import { row, state } from './small.ts'
import { APPLICANT, Story } from './story.ts'

const people: Readonly<Record<string, PersonId>> = {
  open: 10,
  legal: 20,
  legalHead: 21,
  money: 30,
  other: 35,
  joined: 40,
  first: 51,
  second: 52,
}
/** One person for each state. */
export const peopleOf = (key: string): readonly PersonId[] => [people[key] ?? 99]

const timers: StateDefinition['timers'] & object = [{ key: 'late', afterHours: 8, action: 'remind' }]
type Changes = Readonly<Record<string, Partial<StateDefinition>>>

/** The states met in the transitions, between `open`, which branches, and `joined`. */
export function branching(
  branch: Branching,
  transitions: readonly TransitionDefinition[],
  changes: Changes = {},
  all: Partial<StateDefinition> = {},
): WorkflowDefinition {
  const met = [...new Set(transitions.flatMap(({ from, to }) => [from, to]))].filter(
    (key) => key !== 'open' && key !== 'joined',
  )
  const states = ['open', ...met, 'joined'].map((key) =>
    state(key, {
      timers,
      ...all,
      ...(key === 'open' && { branch }),
      ...(key === 'joined' && { joinOf: 'open' }),
      ...changes[key],
    }),
  )
  return {
    ...row(states),
    transitions: [{ from: 'start', to: 'open' }, ...transitions, { from: 'joined', to: 'end' }],
  }
}

/** `legal` then `legalHead` beside `money`. */
export const parallel = (changes: Changes = {}, all: Partial<StateDefinition> = {}): WorkflowDefinition =>
  branching(
    'parallel',
    [
      { from: 'open', to: 'legal' },
      { from: 'legal', to: 'legalHead' },
      { from: 'legalHead', to: 'joined' },
      { from: 'open', to: 'money' },
      { from: 'money', to: 'joined' },
    ],
    changes,
    all,
  )

/** `legal` above 5, `money` above 50, else `other`. */
export const inclusive = (all: Partial<StateDefinition> = {}): WorkflowDefinition =>
  branching(
    'inclusive',
    [
      { from: 'open', to: 'legal', when: { field: 'amount', op: 'gt', value: 5 } },
      { from: 'open', to: 'money', when: { field: 'amount', op: 'gt', value: 50 } },
      { from: 'open', to: 'other' },
      { from: 'legal', to: 'joined' },
      { from: 'money', to: 'joined' },
      { from: 'other', to: 'joined' },
    ],
    {},
    all,
  )

/** `legal` opens `first` and `second` in its turn, joined by `legalHead`. */
export const nested = (all: Partial<StateDefinition> = {}): WorkflowDefinition =>
  branching(
    'parallel',
    [
      { from: 'open', to: 'legal' },
      { from: 'legal', to: 'first' },
      { from: 'legal', to: 'second' },
      { from: 'first', to: 'legalHead' },
      { from: 'second', to: 'legalHead' },
      { from: 'legalHead', to: 'joined' },
      { from: 'open', to: 'money' },
      { from: 'money', to: 'joined' },
    ],
    { legal: { branch: 'parallel' }, legalHead: { joinOf: 'legal' } },
    all,
  )

/** Submitted by the applicant. */
export const submitted = (definition: WorkflowDefinition, facts: Facts = {}): Story =>
  new Story(definition, peopleOf, facts).does(APPLICANT, 'submit')
