/** Branches with one fault each (25.10). */
import type {
  Condition,
  StateDefinition,
  TransitionDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { branching } from './branching.ts'
import type { Faulty } from './faulty.ts'
import { row, state } from './small.ts'

const over = (value: number): Condition => ({ field: 'amount', op: 'gt', value })
const plain: Partial<StateDefinition> = { allowReturn: 'start' }
const toLegal = { from: 'open', to: 'legal' }
const toMoney = { from: 'open', to: 'money' }
const fromLegal = { from: 'legal', to: 'joined' }
const fromMoney = { from: 'money', to: 'joined' }

const block = (
  transitions: readonly TransitionDefinition[],
  changes: Readonly<Record<string, Partial<StateDefinition>>> = {},
) => branching('parallel', transitions, changes, plain)
const sound = block([toLegal, toMoney, fromLegal, fromMoney])
/** With a step `before` the branching one, which goes on by these transitions. */
const withTransitions = (transitions: readonly TransitionDefinition[]): WorkflowDefinition => ({
  ...sound,
  states: [state('before', plain), ...sound.states],
  transitions: [
    { from: 'start', to: 'before' },
    ...transitions,
    ...sound.transitions.filter(({ from }) => from !== 'start'),
  ],
})

const one = (name: Faulty['name'], what: string, path: readonly string[], definition: WorkflowDefinition): Faulty => ({
  rule: '25.10',
  name,
  what,
  path: ['start', ...path],
  definition,
})

export const faultyBranches: readonly Faulty[] = [
  one(
    'joinUnknown',
    'joins what does not branch',
    ['first', 'second'],
    row([state('first', plain), state('second', { ...plain, joinOf: 'first' })]),
  ),
  one('joinMissing', 'branches without a join', ['open'], {
    ...sound,
    states: sound.states.map(({ joinOf: _, ...other }) => other),
  }),
  one('joinTwice', 'two joins of the same branches', ['open'], {
    ...sound,
    states: [...sound.states, state('after', { ...plain, joinOf: 'open' })],
    transitions: [
      ...sound.transitions.filter(({ to }) => to !== 'end'),
      { from: 'joined', to: 'after' },
      { from: 'after', to: 'end' },
    ],
  }),
  one(
    'joinEntered',
    'a transition past the branches into their join',
    ['before'],
    withTransitions([
      { from: 'before', to: 'joined', when: over(5) },
      { from: 'before', to: 'open' },
    ]),
  ),
  one('branchSingle', 'one branch alone', ['open'], block([toLegal, fromLegal])),
  one('branchSame', 'two branches that begin in one step', ['open'], block([toLegal, toLegal, fromLegal])),
  one(
    'branchConditional',
    'a condition in parallel branches',
    ['open'],
    block([{ ...toLegal, when: over(5) }, toMoney, fromLegal, fromMoney]),
  ),
  one(
    'branchSideways',
    'from one branch into the other',
    ['open', 'money'],
    block([toLegal, toMoney, { from: 'legal', to: 'money' }, fromMoney]),
  ),
  one('branchLeaves', 'from a branch to the end', ['open', 'legal'], {
    ...sound,
    transitions: [
      ...sound.transitions.filter(({ from }) => from !== 'legal'),
      { from: 'legal', to: 'end', when: over(5) },
      fromLegal,
    ],
  }),
  one(
    'branchEntered',
    'from outside into a branch',
    ['before'],
    withTransitions([
      { from: 'before', to: 'legal', when: over(5) },
      { from: 'before', to: 'open' },
    ]),
  ),
  one(
    'branchEndless',
    'a branch that never gets to the join',
    ['open', 'money'],
    block([toLegal, toMoney, fromLegal, { from: 'money', to: 'money' }]),
  ),
  one(
    'handleInBranch',
    'work within a branch',
    ['open', 'legal'],
    block([toLegal, toMoney, fromLegal, fromMoney], { legal: { kind: 'handle' } }),
  ),
]
