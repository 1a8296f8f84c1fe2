/** Definitions with one fault each: what publishing must find, and where. */
import type {
  Condition,
  NoticeRule,
  Participant,
  StateDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { Policy } from '#machines/ticket/definition/policies.ts'
import type { FaultName, KnownFact, Surroundings } from '#machines/ticket/verify/verify.ts'
import { faultyBranches } from './faultyBranches.ts'
import { thresholds } from './shipped.ts'
import { row, state } from './small.ts'
import { text } from './text.ts'

const field = (kind: string, given: Partial<KnownFact> = {}): KnownFact => ({
  domain: { type: 'any' },
  kind,
  start: 'write',
  isRequired: false,
  isComputed: false,
  ...given,
})
const whole = (given: Partial<KnownFact> = {}) => field('integer', { domain: { type: 'number', step: 1 }, ...given })

/** Fields of the corpus; `people` and `days` cannot change after the submit, `amount` can. */
export const known: Readonly<Record<string, KnownFact>> = {
  amount: { ...whole(), kind: null, start: null, isRequired: true, isComputed: true },
  days: whole({ isRequired: true }),
  people: whole({ isRequired: true }),
  colour: field('choice', {
    domain: { type: 'choice', values: ['red', 'green', 'blue'], isRequired: true },
    isRequired: true,
  }),
  day: field('date', { domain: { type: 'day' } }),
  isUrgent: field('boolean', { domain: { type: 'choice', values: [true, false], isRequired: true }, isRequired: true }),
  total: field('money', { start: 'read', isComputed: true }),
  workerId: field('person', { start: 'hidden' }),
  helperId: field('person'),
  result: field('choice', { start: 'hidden' }),
  note: field('text'),
}

/** What the corpus is examined with. */
export const surroundings: Surroundings = {
  fields: [...Object.keys(known), 'applicant.rankLevel'],
  thresholds,
  known,
}

const notice: NoticeRule = {
  key: 'told',
  on: 'passed',
  to: { type: 'applicant' },
  channel: 'message',
  text: { zhHans: '{no}', en: '{no}' },
}

const child = { type: 'errand', values: {}, wait: true }
const filing = (key: string, more: Pick<StateDefinition, 'child'>): StateDefinition => ({
  key,
  name: text(key, key),
  kind: 'sub',
  mode: 'any',
  participant: { type: 'applicant' },
  emptyPolicy: { type: 'skip' },
  ...more,
})

/** One definition and its one fault. */
export interface Faulty {
  readonly rule: string
  readonly name: FaultName
  readonly what: string
  /** State keys of the shortest path to it; absent where the whole workflow is at fault. */
  readonly path?: readonly string[]
  readonly definition: WorkflowDefinition
  readonly known?: Readonly<Record<string, KnownFact>>
  readonly policies?: readonly Policy[]
  readonly fields?: readonly string[]
}

const over = (value: number, name = 'amount'): Condition => ({ field: name, op: 'gt', value })
const upTo = (value: number, name = 'amount'): Condition => ({ field: name, op: 'lte', value })
const plain = (key: string, changed: Partial<StateDefinition> = {}) =>
  state(key, { allowReturn: 'start', fields: { note: 'write' }, ...changed })
const copy = (changed: Partial<StateDefinition> = {}): StateDefinition => ({
  key: 'copy',
  name: text('copy', 'copy'),
  kind: 'cc',
  participant: { type: 'role', role: 'copy' },
  mode: 'any',
  emptyPolicy: { type: 'skip' },
  ...changed,
})
const office = (changed: Partial<StateDefinition> = {}) => plain('office', { kind: 'handle', ...changed })
const two = (
  transitions: WorkflowDefinition['transitions'],
  first: Partial<StateDefinition> = {},
  second: Partial<StateDefinition> = {},
): WorkflowDefinition => ({
  ...row([plain('first', first), plain('second', second)]),
  transitions: [{ from: 'start', to: 'first' }, ...transitions],
})
const timed = (timers: StateDefinition['timers'] & object, changed: Partial<StateDefinition> = {}) =>
  row([plain('first', { timers, ...changed })])
const late = { key: 'late', afterHours: 72, action: 'autoPass' } as const
const leaders: Participant = { type: 'several', of: [{ type: 'deptLeader' }, { type: 'divisionLeader' }] }
const toSecond = { from: 'second', to: 'end' } as const
const named = (name: string, rule: object): Policy => ({ name: text(name, name), ...rule }) as Policy
/** Three states of which the last needs a fact that cannot come true any more. */
const frozen = (first: Condition, last: Condition): WorkflowDefinition => ({
  ...row([plain('first'), plain('low', { enterWhen: last })]),
  transitions: [
    { from: 'start', to: 'first', when: first },
    { from: 'start', to: 'end' },
    { from: 'first', to: 'low' },
    { from: 'low', to: 'end' },
  ],
})

const structure: readonly Faulty[] = [
  { rule: 'WFD-01', name: 'keyInvalid', what: 'a key with a space', path: [], definition: row([plain('First one')]) },
  {
    rule: 'WFD-01',
    name: 'keyInvalid',
    what: 'a reserved key',
    path: [],
    definition: {
      ...row([plain('end')]),
      transitions: [
        { from: 'start', to: 'end' },
        { from: 'end', to: 'end' },
      ],
    },
  },
  {
    rule: 'WFD-01',
    name: 'transitionDangling',
    what: 'a transition to nowhere',
    path: [],
    definition: two([{ from: 'first', to: 'nowhere' }, toSecond]),
  },
  {
    rule: 'WFD-01',
    name: 'transitionDangling',
    what: 'a transition from nowhere',
    definition: {
      ...row([plain('first')]),
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'end' },
        { from: 'lost', to: 'end' },
      ],
    },
  },
  {
    rule: 'WFD-01',
    name: 'startMissing',
    what: 'no start',
    definition: { ...row([plain('first')]), transitions: [{ from: 'first', to: 'end' }] },
  },
  {
    rule: 'WFD-01',
    name: 'startEntered',
    what: 'back to the start',
    path: [],
    definition: two([{ from: 'first', to: 'start' }, toSecond]),
  },
  {
    rule: 'WFD-01',
    name: 'transitionMissing',
    what: 'a state without a transition',
    path: [],
    definition: two([{ from: 'first', to: 'end' }]),
  },
  {
    rule: 'WFD-01',
    name: 'keyDuplicate',
    what: 'a key twice',
    path: [],
    definition: {
      ...row([plain('first'), plain('first')]),
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'end' },
      ],
    },
  },
]
const idle: readonly Faulty[] = [
  {
    rule: '25.10',
    name: 'noStates',
    what: 'from the start straight to the end',
    definition: { ...row([]), transitions: [{ from: 'start', to: 'end' }] },
  },
  {
    rule: '25.10',
    name: 'stateUnnamed',
    what: 'a state called by blanks',
    path: [],
    definition: row([plain('first', { name: text('  ', 'First') })]),
  },
  {
    rule: '25.10',
    name: 'stateUnnamed',
    what: 'a state without an English name',
    path: [],
    definition: row([plain('first', { name: text('第一', '') })]),
  },
  {
    rule: '25.10',
    name: 'nobodyActs',
    what: 'money, and copies alone',
    definition: row([copy()], { group: 'finance' }),
  },
]
/** What is allowed and yet hardly meant. */
export const doubtful: readonly Faulty[] = [
  { rule: '25.10', name: 'nobodyActs', what: 'copies alone', definition: row([copy()]) },
  {
    rule: 'I20',
    name: 'ownApproval',
    what: 'applicants alone approve',
    path: ['start', 'first', 'end'],
    definition: row([plain('first', { participant: { type: 'applicant' } })], { allowSelf: true }),
  },
  {
    rule: 'I20',
    name: 'ownApproval',
    what: 'applicants alone approve small sums',
    path: ['start', 'first', 'end'],
    definition: row([plain('first', { participant: { type: 'applicant' } }), plain('second', { enterWhen: over(5) })], {
      allowSelf: true,
    }),
  },
]
const transitions: readonly Faulty[] = [
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'a state nothing leads to',
    path: [],
    definition: two([{ from: 'first', to: 'end' }, toSecond]),
  },
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'a condition that never holds',
    path: [],
    definition: row([plain('first', { enterWhen: { all: [over(5), upTo(5)] } }), plain('second')]),
  },
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'a fact nobody can change any more',
    path: [],
    definition: frozen(over(5, 'people'), upTo(5, 'people')),
  },
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'an entry the dictionary does not have',
    path: [],
    definition: row([plain('first', { enterWhen: { field: 'colour', op: 'eq', value: 'grey' } }), plain('second')]),
  },
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'nothing between two whole numbers',
    path: [],
    definition: row([
      plain('first', { enterWhen: { all: [over(3, 'days'), { field: 'days', op: 'lt', value: 4 }] } }),
      plain('second'),
    ]),
  },
  {
    rule: 'WFD-01',
    name: 'unreachable',
    what: 'nothing between two days',
    path: [],
    definition: row([
      plain('first', {
        enterWhen: {
          all: [
            { field: 'day', op: 'gt', value: '2026-02-28' },
            { field: 'day', op: 'lt', value: '2026-03-01' },
          ],
        },
      }),
      plain('second'),
    ]),
  },
  {
    rule: 'WFD-01',
    name: 'deadEnd',
    what: 'a cycle without an end',
    path: ['start', 'first'],
    definition: {
      ...row([plain('first')]),
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'first' },
      ],
    },
  },
  {
    rule: 'WFD-01',
    name: 'cycle',
    what: 'a cycle that can be left',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second' },
      { from: 'second', to: 'end', when: over(5) },
      { from: 'second', to: 'first' },
    ]),
  },
  {
    rule: 'WFD-01',
    name: 'cycle',
    what: 'a cycle in which nobody acts',
    path: ['start', 'copy'],
    definition: {
      ...row([copy(), plain('first')]),
      transitions: [
        { from: 'start', to: 'copy' },
        { from: 'copy', to: 'copy', when: over(5) },
        { from: 'copy', to: 'first' },
        { from: 'first', to: 'end' },
      ],
    },
  },
  {
    rule: 'WFD-03',
    name: 'lastConditional',
    what: 'every transition has its condition',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second', when: over(5) },
      { from: 'first', to: 'end', when: upTo(5) },
      toSecond,
    ]),
  },
  {
    rule: 'WFD-03',
    name: 'gap',
    what: 'a number between two conditions',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second', when: over(5) },
      { from: 'first', to: 'end', when: upTo(4) },
      toSecond,
    ]),
  },
  {
    rule: 'WFD-03',
    name: 'gap',
    what: 'an entry without a transition',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second', when: { field: 'colour', op: 'in', value: ['red', 'green'] } },
      toSecond,
    ]),
  },
  {
    rule: 'WFD-03',
    name: 'overlap',
    what: 'two transitions at once',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second', when: over(5) },
      { from: 'first', to: 'end', when: over(3, 'days') },
      { from: 'first', to: 'second' },
      toSecond,
    ]),
  },
  {
    rule: '25.10',
    name: 'transitionDead',
    what: 'a transition after one that is always taken',
    path: ['start', 'first'],
    definition: two([{ from: 'first', to: 'second' }, { from: 'first', to: 'end' }, toSecond]),
  },
  {
    rule: '25.10',
    name: 'transitionDead',
    what: 'a last transition for an entry that does not exist',
    path: ['start', 'first'],
    definition: two([
      { from: 'first', to: 'second', when: { field: 'isUrgent', op: 'eq', value: true } },
      { from: 'first', to: 'end', when: { field: 'isUrgent', op: 'eq', value: false } },
      { from: 'first', to: 'second' },
      toSecond,
    ]),
  },
  {
    rule: 'WFD-08',
    name: 'fieldUnknown',
    what: 'a fact nobody knows',
    path: ['start', 'first'],
    definition: row([plain('first', { enterWhen: { field: 'shoes', op: 'empty' } })]),
  },
  {
    rule: 'WFD-08',
    name: 'fieldUnknown',
    what: 'a threshold nobody knows',
    path: ['start', 'first'],
    definition: row([plain('first', { enterWhen: { field: 'amount', op: 'gt', value: { fact: 'config.wf.t9' } } })]),
  },
  {
    rule: '20.1',
    name: 'conditionTooDeep',
    what: 'four groups in each other',
    path: ['start', 'first'],
    definition: row([plain('first', { enterWhen: { all: [{ any: [{ all: [{ any: [over(1)] }] }] }] } })]),
  },
  {
    rule: '20.1',
    name: 'valueKind',
    what: 'a sum compared with a text',
    path: ['start', 'first'],
    definition: row([plain('first', { enterWhen: { field: 'amount', op: 'gt', value: '50000' } })]),
  },
  {
    rule: '20.2',
    name: 'approveAfterHandle',
    what: 'approval after the work',
    path: ['start', 'office', 'first'],
    definition: row([office(), plain('first')]),
  },
]
const compared = Array.from({ length: 9 }, (_, index) => `f${index}`)
const chained: Condition = {
  all: compared.slice(1).map((name, index) => ({ field: name, op: 'gt', value: { fact: compared[index] ?? '' } })),
}
const large: readonly Faulty[] = [
  {
    rule: '25.10',
    name: 'tooManyFacts',
    what: 'nine facts compared with each other',
    fields: compared,
    definition: row([plain('first', { enterWhen: chained })]),
  },
]
const states: readonly Faulty[] = [
  {
    rule: '25.3',
    name: 'returnTargetMissing',
    what: 'a return with nobody before',
    path: ['start', 'first'],
    definition: row([state('first')]),
  },
  ...(
    [
      ['20.9', 'noticeState', 'a notice about a state that is not there', { state: 'nowhere' }],
      ['20.9', 'noticeNobody', 'a notice to nobody', { to: { type: 'several', of: [] } }],
      ['20.9', 'noticeText', 'a notice without words in one language', { text: { zhHans: '办结', en: ' ' } }],
      [
        '20.9',
        'noticePlaceholder',
        'a notice that names what no notice knows',
        { text: { zhHans: '{amount}', en: 'x' } },
      ],
      ['WFD-08', 'noticeField', 'a notice to the people of no field', { to: { type: 'formField', field: 'nobody' } }],
    ] as const
  ).map(
    ([rule, name, what, part]): Faulty => ({
      rule,
      name,
      what,
      definition: row([plain('first')], { notices: [{ ...notice, ...part }] }),
    }),
  ),
  {
    rule: '25.8',
    name: 'timerRepeat',
    what: 'a reminder that repeats after no time',
    path: ['start', 'first'],
    definition: timed([{ key: 'late', afterHours: 5, action: 'remind', everyHours: 0, times: 3 }]),
  },
  {
    rule: '25.2',
    name: 'rejectTargetMissing',
    what: 'a rejection that leads to a step behind it',
    path: ['start', 'first'],
    definition: row([plain('first', { onReject: { state: 'second' } }), plain('second')]),
  },
  {
    rule: '25.10',
    name: 'rejectByClock',
    what: 'a clock that rejects back to an earlier step',
    path: ['start', 'first', 'second'],
    definition: row([
      plain('first'),
      plain('second', {
        onReject: { state: 'first' },
        timers: [{ key: 'late', afterHours: 5, action: 'autoReject' }],
      }),
    ]),
  },
  {
    rule: 'I19',
    name: 'childMissing',
    what: 'a state that files nothing it names',
    path: ['start', 'first', 'order'],
    definition: row([plain('first'), filing('order', {})]),
  },
  {
    rule: 'I19',
    name: 'childKind',
    what: 'an approval that files something besides',
    path: ['start', 'first'],
    definition: row([plain('first', { child })]),
  },
  {
    rule: '20.2',
    name: 'childAfterHandle',
    what: 'something filed once the ticket is approved',
    path: ['start', 'first', 'office', 'order'],
    definition: row([plain('first'), office(), filing('order', { child })]),
  },
  {
    rule: '25.4',
    name: 'revocableDays',
    what: 'a revocation within half a day',
    definition: row([plain('first')], { revocableDays: 0.5 }),
  },
  {
    rule: '25.3',
    name: 'returnsNumber',
    what: 'a limit that allows no return at all',
    definition: row([plain('first')], { mostReturns: 0 }),
  },
  {
    rule: '25.3',
    name: 'returnInCc',
    what: 'a copy that returns',
    path: ['start', 'first', 'copy'],
    definition: row([plain('first'), plain('copy', { kind: 'cc', fields: {} })]),
  },
  {
    rule: '25.3',
    name: 'returnInHandle',
    what: 'work that returns to those who approved it',
    path: ['start', 'first', 'office'],
    definition: row([plain('first'), state('office', { kind: 'handle', allowReturn: 'any' })]),
  },
  {
    rule: '25.3',
    name: 'returnInSub',
    what: 'a filed application that returns',
    path: ['start', 'first', 'filed'],
    definition: row([plain('first'), { ...filing('filed', { child }), allowReturn: 'start' }]),
  },
  {
    rule: '25.10',
    name: 'fieldRequiredInCc',
    what: 'a copy that writes',
    path: ['start', 'copy'],
    definition: row([copy({ fields: { note: 'required' } })]),
  },
  {
    rule: '25.1',
    name: 'claimMode',
    what: 'a claim among all',
    path: ['start', 'first'],
    definition: row([plain('first', { claim: true, mode: 'all' })]),
  },
  {
    rule: '25.1',
    name: 'ballotNumber',
    what: 'more than a hundred percent',
    path: ['start', 'first'],
    definition: row([plain('first', { mode: 'ratio', ratio: 101 })]),
  },
  {
    rule: '25.1',
    name: 'ballotNumber',
    what: 'a number the mode does not take',
    path: ['start', 'first'],
    definition: row([plain('first', { mode: 'all', count: 2 })]),
  },
  {
    rule: '25.1',
    name: 'countTooHigh',
    what: 'two approvals of one leader',
    path: ['start', 'first'],
    definition: row([plain('first', { mode: 'count', count: 2, participant: { type: 'deptLeader' } })]),
  },
  {
    rule: '25.1',
    name: 'countTooHigh',
    what: 'two approvals of each leader',
    path: ['start', 'first'],
    definition: row([plain('first', { mode: 'perGroup', count: 2, participant: leaders })]),
  },
  {
    rule: '25.1',
    name: 'groupsMissing',
    what: 'groups without groups',
    path: ['start', 'first'],
    definition: row([plain('first', { mode: 'perGroup' })]),
  },
  {
    rule: 'WF-12',
    name: 'timerHours',
    what: 'no time at all',
    path: ['start', 'first'],
    definition: timed([{ key: 'never', afterHours: 0, action: 'remind' }]),
  },
  {
    rule: 'WF-12',
    name: 'timerDuplicate',
    what: 'one key for two timers',
    path: ['start', 'first'],
    definition: timed([
      { key: 'late', afterHours: 24, action: 'remind' },
      { key: 'late', afterHours: 48, action: 'remind' },
    ]),
  },
  {
    rule: '25.10',
    name: 'timerInCc',
    what: 'a copy that is late',
    path: ['start', 'copy'],
    definition: row([copy({ timers: [{ key: 'late', afterHours: 1, action: 'remind' }] })]),
  },
  {
    rule: '25.10',
    name: 'timerInSub',
    what: 'a limit where nobody acts',
    path: ['start', 'first', 'order'],
    definition: row([
      plain('first'),
      { ...filing('order', { child }), timers: [{ key: 'late', afterHours: 1, action: 'remind' }] },
    ]),
  },
  {
    rule: '25.10',
    name: 'timerDead',
    what: 'a reminder after the last word',
    path: ['start', 'first'],
    definition: timed([late, { key: 'later', afterHours: 73, action: 'remind' }]),
  },
  {
    rule: '25.10',
    name: 'timerAction',
    what: 'the same people are asked once more',
    path: ['start', 'first'],
    definition: timed([{ key: 'late', afterHours: 5, action: 'escalate', to: { type: 'role', role: 'first' } }]),
  },
  {
    rule: '25.10',
    name: 'timerAction',
    what: 'an action nobody knows',
    path: ['start', 'first'],
    definition: timed([{ key: 'late', afterHours: 5, action: 'wait' } as never]),
  },
  {
    rule: 'WF-12',
    name: 'autoPassSigned',
    what: 'time cannot sign',
    path: ['start', 'first'],
    definition: timed([late], { requireSignature: true }),
  },
  {
    rule: '25.8',
    name: 'autoPassCritical',
    what: 'time decides what is critical',
    path: ['start', 'first'],
    definition: timed([late], { critical: true }),
  },
  {
    rule: 'WF-12',
    name: 'autoPassUndone',
    what: 'time cannot finish the work',
    path: ['start', 'office'],
    definition: row([office({ doneWhen: over(1), timers: [late] })]),
  },
  {
    rule: 'WF-12',
    name: 'autoRejectHandle',
    what: 'work is not rejected',
    path: ['start', 'office'],
    definition: row([office({ timers: [{ ...late, action: 'autoReject' }] })]),
  },
  {
    rule: '25.8',
    name: 'closeHandle',
    what: 'a clock undoes what is approved',
    path: ['start', 'office'],
    definition: row([office({ timers: [{ ...late, action: 'close' }] })]),
  },
  {
    rule: '25.10',
    name: 'timerDead',
    what: 'two last words at the same hour',
    path: ['start', 'first'],
    definition: timed([late, { ...late, key: 'shut', action: 'close' }]),
  },
  {
    rule: '25.10',
    name: 'timerDead',
    what: 'a last word after the ticket is closed',
    path: ['start', 'first'],
    definition: timed([
      { ...late, key: 'shut', afterHours: 24, action: 'close' },
      { ...late, action: 'autoReject' },
    ]),
  },
  {
    rule: 'WFD-05',
    name: 'autoPassForbidden',
    what: 'money by time',
    path: ['start', 'first'],
    definition: row([plain('first', { timers: [late] }), plain('second')], { group: 'procurement' }),
  },
  {
    rule: 'WFD-05',
    name: 'tooFewApprovals',
    what: 'money with one approval',
    definition: row([plain('first'), office()], { group: 'finance' }),
  },
]
const people: readonly Faulty[] = [
  {
    rule: 'SYS-131',
    name: 'administrator',
    what: 'an administrator approves',
    path: ['start', 'first'],
    definition: row([plain('first', { participant: { type: 'role', role: 'sysAdmin' } })]),
  },
  {
    rule: 'SYS-131',
    name: 'administrator',
    what: 'an administrator is asked when nobody can act',
    path: ['start', 'first', 'office'],
    definition: row([plain('first'), office({ emptyPolicy: { type: 'toRole', role: 'securityAdmin' } })]),
  },
  {
    rule: 'SYS-131',
    name: 'administrator',
    what: 'an administrator joins when it is late',
    path: ['start', 'first'],
    definition: row([
      plain('first', {
        timers: [{ key: 'late', afterHours: 8, action: 'escalate', to: { type: 'role', role: 'auditor' } }],
      }),
    ]),
  },
  {
    rule: '25.10',
    name: 'policySame',
    what: 'the policy asks the people who are missing',
    path: ['start', 'first'],
    definition: row([plain('first', { emptyPolicy: { type: 'toRole', role: 'first' } })]),
  },
  {
    rule: '25.10',
    name: 'policySame',
    what: 'the policy asks the person who is missing',
    path: ['start', 'first'],
    definition: row([
      plain('first', { participant: { type: 'user', userId: 7 }, emptyPolicy: { type: 'toUser', userId: 7 } }),
    ]),
  },
  {
    rule: '25.7',
    name: 'rejectEmpty',
    what: 'work is rejected for want of people',
    path: ['start', 'office'],
    definition: row([office({ emptyPolicy: { type: 'reject' } })]),
  },
  {
    rule: '25.7',
    name: 'rejectEmpty',
    what: 'for want of people it goes round in a cycle',
    path: ['start', 'first', 'second'],
    definition: row([
      plain('first'),
      state('second', { emptyPolicy: { type: 'reject' }, onReject: { state: 'first' } }),
    ]),
  },
  {
    rule: 'I20',
    name: 'ownOnly',
    what: 'nobody but the applicant, and nothing else is approved',
    path: ['start', 'first', 'end'],
    definition: row([plain('first', { skipsApplicant: true })]),
  },
  {
    rule: 'I20',
    name: 'ownOnly',
    what: 'on a path on which the other approval is not asked for',
    path: ['start', 'first', 'end'],
    definition: row([plain('first', { skipsApplicant: true }), plain('second', { enterWhen: over(5) })]),
  },
  {
    rule: 'I20',
    name: 'ownOnly',
    what: 'and the other approval passes for want of people',
    path: ['start', 'first', 'second', 'end'],
    definition: row([plain('first', { emptyPolicy: { type: 'skip' } }), plain('second', { skipsApplicant: true })]),
  },
  {
    rule: 'I20',
    name: 'ownOnly',
    what: 'and the other approval passes by time',
    path: ['start', 'first', 'second', 'end'],
    definition: row([plain('first', { skipsApplicant: true }), plain('second', { timers: [late] })]),
  },
  {
    rule: '25.7',
    name: 'ownKind',
    what: 'work is not passed over',
    path: ['start', 'first', 'office'],
    definition: row([plain('first'), office({ skipsApplicant: true })]),
  },
  {
    rule: '25.5',
    name: 'eligiblePeopleEmpty',
    what: 'others may be called in, and nobody is meant',
    path: ['start', 'first'],
    definition: row([
      plain('first', { allowAddSign: true, eligiblePeople: { type: 'named', departments: [], roles: [] } }),
    ]),
  },
  {
    rule: '25.10',
    name: 'previousMissing',
    what: 'nobody came before',
    path: ['start', 'first'],
    definition: row([plain('first', { participant: { type: 'previous' } })]),
  },
  {
    rule: '25.10',
    name: 'participantUnfilled',
    what: 'a person who need not be named',
    path: ['start', 'office'],
    definition: row([office({ participant: { type: 'formField', field: 'helperId' } })]),
  },
  {
    rule: '25.10',
    name: 'participantUnfilled',
    what: 'a person named on one route only',
    path: ['start', 'second', 'office'],
    definition: row([
      plain('first', { enterWhen: over(5), fields: { workerId: 'required' } }),
      plain('second'),
      office({ participant: { type: 'formField', field: 'workerId' } }),
    ]),
  },
  {
    rule: '25.10',
    name: 'fieldNeverFilled',
    what: 'a person nobody can name',
    path: ['start', 'office'],
    definition: row([office({ participant: { type: 'formField', field: 'workerId' }, emptyPolicy: { type: 'skip' } })]),
  },
  {
    rule: '25.10',
    name: 'fieldKind',
    what: 'a text is no person',
    path: ['start', 'office'],
    definition: row([office({ participant: { type: 'formField', field: 'note' }, emptyPolicy: { type: 'skip' } })]),
  },
  {
    rule: '25.10',
    name: 'fieldKind',
    what: 'a text is no day',
    path: ['start', 'office'],
    definition: row([office({ opensAtField: 'note' })]),
  },
  {
    rule: '25.10',
    name: 'fieldComputed',
    what: 'a computed field is written',
    path: ['start', 'first'],
    definition: row([plain('first', { fields: { total: 'required' } })]),
  },
  {
    rule: '25.10',
    name: 'fieldComputed',
    what: 'a computed field is written at the start',
    definition: row([plain('first')]),
    known: { ...known, total: field('money', { start: 'write', isComputed: true }) },
  },
  {
    rule: '25.10',
    name: 'fieldRequiredHidden',
    what: 'a required field is hidden everywhere',
    definition: row([plain('first')]),
    known: { ...known, reason: field('text', { start: 'hidden', isRequired: true }) },
  },
  {
    rule: '25.10',
    name: 'fieldRequiredHidden',
    what: 'a required field can only be read',
    definition: row([plain('first')]),
    known: { ...known, reason: field('text', { start: 'read', isRequired: true }) },
  },
  {
    rule: '25.10',
    name: 'doneUnwritable',
    what: 'work that cannot be finished',
    path: ['start', 'office'],
    definition: row([office({ doneWhen: { field: 'result', op: 'eq', value: 'paid' } })]),
  },
]
const skipped = { emptyPolicy: { type: 'skip' } } as const
const byPolicy: readonly Faulty[] = [
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'nobody else approves a small one',
    path: ['start', 'office', 'end'],
    definition: row([plain('first', { enterWhen: over(5) }), office()]),
    policies: [named('others', { rule: 'approvals', least: 1 })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'for want of people nobody approves',
    path: ['start', 'first', 'end'],
    definition: row([plain('first', skipped)]),
    policies: [named('others', { rule: 'approvals', least: 1 })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'the applicant may approve',
    path: ['start', 'first', 'end'],
    definition: row([plain('first')], { allowSelf: true }),
    policies: [named('others', { rule: 'approvals', least: 1 })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'a large amount goes around',
    path: ['start', 'first', 'end'],
    definition: row([plain('first'), plain('second', { enterWhen: over(60_000) })]),
    policies: [named('large', { rule: 'passes', when: over(50_000), states: { by: 'key', of: ['second'] } })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'time passes for the chief',
    path: ['start', 'first'],
    definition: timed([late], { participant: { type: 'role', role: 'chief' } }),
    policies: [named('chief', { rule: 'never', trait: 'autoPass', states: { by: 'role', of: ['chief'] } })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'too many steps',
    path: ['start', 'first', 'second', 'third'],
    definition: row([plain('first'), plain('second'), plain('third')]),
    policies: [named('short', { rule: 'atMost', most: 2, states: { by: 'kind', of: ['approve'] } })],
  },
  {
    rule: '25.10',
    name: 'policyBroken',
    what: 'paid before it was audited',
    path: ['start', 'first', 'office'],
    definition: row([plain('first'), plain('audit', { enterWhen: over(5) }), office()]),
    policies: [
      named('order', { rule: 'before', first: { by: 'key', of: ['audit'] }, states: { by: 'key', of: ['office'] } }),
    ],
  },
]

/** The whole corpus. */
export const faulty: readonly Faulty[] = [
  ...structure,
  ...idle,
  ...transitions,
  ...large,
  ...states,
  ...people,
  ...byPolicy,
  ...faultyBranches,
]
