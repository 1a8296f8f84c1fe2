/** Small applications with every construct the engine must carry, and effects that leave a trace in one table. */
import { sql } from 'kysely'
import type { StateDefinition, SubTicket, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { ApplicationDefinition } from '#src/define/application.ts'
import { defineMessages } from '#src/define/messages.ts'
import { defineModule } from '#src/define/module.ts'
import type { IconName, ProblemKey } from '#src/define/names.ts'
import { RuleError } from '#src/define/problem.ts'
import { defineModuleServer, effect } from '#src/define/server.ts'
import { choice, date, money, person, text } from '#src/fields/field.ts'

declare module '#src/define/names.ts' {
  interface ProblemKeyNames {
    trialApplications: 'rule.TRIAL'
  }
}

const name = (en: string) => ({ zhHans: en, en })
const approve = (
  key: string,
  rest: Partial<StateDefinition> & Pick<StateDefinition, 'participant'>,
): StateDefinition => ({
  key,
  name: name(key),
  kind: 'approve',
  mode: 'any',
  emptyPolicy: { type: 'block' },
  allowTransfer: true,
  allowAddSign: true,
  allowReturn: 'any',
  allowReject: true,
  ...rest,
})
const handle = (
  key: string,
  rest: Partial<StateDefinition> & Pick<StateDefinition, 'participant'>,
): StateDefinition => ({
  key,
  name: name(key),
  kind: 'handle',
  mode: 'any',
  emptyPolicy: { type: 'block' },
  ...rest,
})
const files = (key: string, child: SubTicket): StateDefinition => ({
  key,
  name: name(key),
  kind: 'sub',
  mode: 'any',
  participant: { type: 'applicant' },
  emptyPolicy: { type: 'skip' },
  child,
})
const inOrder = (...keys: string[]) =>
  keys
    .map((key, index) => ({ from: keys[index - 1] ?? 'start', to: key }))
    .concat({ from: keys.at(-1) ?? 'start', to: 'end' })

/** An application that can be withdrawn while it runs and is not passed by whoever decided before; without form and effects unless they are given. */
const small = (
  key: string,
  code: string,
  icon: IconName,
  workflow: Pick<WorkflowDefinition, 'states' | 'transitions'> & Partial<WorkflowDefinition>,
  more: Partial<Pick<ApplicationDefinition, 'sections' | 'effects'>> = {},
): ApplicationDefinition => ({
  key,
  group: 'receive',
  code,
  icon,
  route: `/workflow/receive/${key}`,
  columns: [],
  summary: ['title', 'reason'],
  sections: [],
  effects: {},
  workflow: { key, group: 'receive', withdraw: 'whileRunning', allowSelf: false, repeat: 'off', ...workflow },
  ...more,
})

/** A purchase: leader, audit by claim with a writable field, a threshold, and a payment that may fail. */
export const errand = {
  key: 'errand',
  group: 'receive',
  code: 'TE',
  icon: 'dollar',
  route: '/workflow/receive/errand',
  columns: ['price'],
  summary: ['title', 'reason'],
  amountField: 'price',
  sections: [
    {
      key: 'main',
      fields: {
        price: money({ required: true, positive: true, max: '9999999.99' }),
        double: money({ computed: true }),
        helperId: person({}),
        note: text(50),
        payResult: choice('payResult'),
      },
    },
  ],
  start: { note: 'write' },
  effects: {
    onSubmit: ['claim.freeze'],
    onReturn: ['claim.release'],
    onReject: ['claim.release'],
    onWithdraw: ['claim.release'],
    onApprove: ['claim.consume'],
    onChange: ['claim.reduce'],
    onHandle: { pay: ['claim.pay'] },
    onVoidApproved: ['claim.refund'],
  },
  workflow: {
    key: 'errand',
    group: 'receive',
    withdraw: 'whileRunning',
    allowSelf: false,
    repeat: 'preceding',
    resume: 'either',
    mostReturns: 3,
    states: [
      approve('leader', {
        participant: { type: 'deptLeader' },
        timers: [
          { key: 'half', afterHours: 4, action: 'remind' },
          { key: 'full', afterHours: 8, action: 'escalate', to: { type: 'divisionLeader' } },
        ],
      }),
      approve('audit', {
        participant: { type: 'role', role: 'financeOfficer' },
        claim: true,
        fields: { price: 'write', note: 'write' },
      }),
      approve('division', {
        participant: { type: 'divisionLeader' },
        enterWhen: { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } },
      }),
      handle('pay', {
        participant: { type: 'role', role: 'cashier' },
        allowReturn: 'start',
        fields: { payResult: 'required' },
        doneWhen: { field: 'payResult', op: 'eq', value: 'paid' },
      }),
    ],
    transitions: inOrder('leader', 'audit', 'division', 'pay'),
    notices: [
      {
        key: 'rejected',
        on: 'rejected',
        to: { type: 'divisionLeader' },
        channel: 'reminder',
        text: { zhHans: '{applicant}的{no}在{state}被驳回', en: '{no} by {applicant} was rejected in {state}' },
      },
    ],
  },
} as const satisfies ApplicationDefinition

/** Countersign of all finance officers, then everybody in order, then a copy, and a receipt by the applicant on a day. */
export const council = {
  key: 'council',
  group: 'receive',
  code: 'TC',
  icon: 'people',
  route: '/workflow/receive/council',
  columns: [],
  summary: ['title', 'reason'],
  sections: [{ key: 'main', fields: { day: date({ required: true, initial: 'today' }), helperId: person({}) } }],
  effects: {},
  workflow: {
    key: 'council',
    group: 'receive',
    withdraw: 'untouched',
    allowSelf: false,
    repeat: 'off',
    states: [
      approve('together', {
        participant: { type: 'role', role: 'financeOfficer' },
        mode: 'all',
        fields: { helperId: 'required' },
      }),
      approve('inTurn', { participant: { type: 'role', role: 'financeOfficer' }, mode: 'sequential' }),
      {
        key: 'copy',
        name: name('copy'),
        kind: 'cc',
        mode: 'any',
        participant: { type: 'role', role: 'cashier' },
        emptyPolicy: { type: 'skip' },
      },
      handle('help', {
        participant: { type: 'formField', field: 'helperId' },
        emptyPolicy: { type: 'toRole', role: 'cashier' },
      }),
      handle('receipt', { participant: { type: 'applicant' }, opensAtField: 'day' }),
    ],
    transitions: inOrder('together', 'inTurn', 'copy', 'help', 'receipt'),
  },
} as const satisfies ApplicationDefinition

/** The same leader twice, then a role nobody holds. */
export const twice = {
  key: 'twice',
  group: 'receive',
  code: 'TT',
  icon: 'people',
  route: '/workflow/receive/twice',
  columns: [],
  summary: ['title', 'reason'],
  sections: [],
  effects: {},
  workflow: {
    key: 'twice',
    group: 'receive',
    withdraw: 'never',
    allowSelf: false,
    repeat: 'preceding',
    states: [
      approve('first', { participant: { type: 'deptLeader' } }),
      approve('second', { participant: { type: 'deptLeader' } }),
      approve('nobody', {
        participant: { type: 'role', role: 'vacant' },
        emptyPolicy: { type: 'toRole', role: 'financeOfficer' },
      }),
      approve('passed', { participant: { type: 'role', role: 'vacant' }, emptyPolicy: { type: 'skip' } }),
    ],
    transitions: inOrder('first', 'second', 'nobody', 'passed'),
  },
} as const satisfies ApplicationDefinition

/** A step that nobody can take: no ticket of it can start (WF-15). */
export const blocked = small('blocked', 'TB', 'person', {
  states: [
    approve('leader', { participant: { type: 'deptLeader' } }),
    approve('vacant', { participant: { type: 'role', role: 'vacant' } }),
  ],
  transitions: inOrder('leader', 'vacant'),
})

const late = [{ key: 'late', afterHours: 9, action: 'remind' as const }]

/** Two branches: `advice` of the finance officers beside `money`, where they or the cashier decide; `last` joins them. */
export const forked = small(
  'forked',
  'TF',
  'route',
  {
    states: [
      approve('leader', { participant: { type: 'deptLeader' }, branch: 'parallel' }),
      approve('advice', { participant: { type: 'role', role: 'financeOfficer' }, timers: late }),
      approve('money', {
        participant: {
          type: 'several',
          of: [
            { type: 'role', role: 'cashier' },
            { type: 'role', role: 'financeOfficer' },
          ],
        },
        timers: late,
      }),
      approve('last', { participant: { type: 'previous' }, joinOf: 'leader' }),
    ],
    transitions: [
      { from: 'start', to: 'leader' },
      { from: 'leader', to: 'advice' },
      { from: 'leader', to: 'money' },
      { from: 'advice', to: 'last' },
      { from: 'money', to: 'last' },
      { from: 'last', to: 'end' },
    ],
  },
  { effects: { onReturn: ['claim.release'], onApprove: ['claim.consume'] } },
)

/** Two applications filed for another one: the first is waited for, the second goes its own way. */
export const outing = small(
  'outing',
  'TO',
  'people',
  {
    resume: 'either',
    states: [
      approve('leader', { participant: { type: 'deptLeader' } }),
      files('order', { type: 'errand', values: { price: 'price' }, wait: true }),
      files('aside', { type: 'twice', values: {}, wait: false }),
      approve('audit', { participant: { type: 'role', role: 'financeOfficer' }, allowReturn: 'start' }),
    ],
    transitions: inOrder('leader', 'order', 'aside', 'audit'),
  },
  {
    sections: [{ key: 'main', fields: { price: money({}) } }],
    effects: { onApprove: ['claim.consume'], onWithdraw: ['claim.release'], onVoidApproved: ['claim.refund'] },
  },
)

/** Two branches, in one of which an application is filed and waited for; somebody else decides in the other. */
export const split = small(
  'split',
  'TS',
  'route',
  {
    resume: 'either',
    states: [
      approve('leader', { participant: { type: 'deptLeader' }, branch: 'parallel' }),
      approve('look', { participant: { type: 'role', role: 'financeOfficer' } }),
      files('order', { type: 'errand', values: { price: 'price' }, wait: true }),
      approve('money', { participant: { type: 'role', role: 'cashier' } }),
      approve('last', { participant: { type: 'role', role: 'financeOfficer' }, joinOf: 'leader' }),
    ],
    transitions: [
      { from: 'start', to: 'leader' },
      { from: 'leader', to: 'look' },
      { from: 'leader', to: 'money' },
      { from: 'look', to: 'order' },
      { from: 'order', to: 'last' },
      { from: 'money', to: 'last' },
      { from: 'last', to: 'end' },
    ],
  },
  { sections: [{ key: 'main', fields: { price: money({}) } }] },
)

/** More than half of three people. */
export const board = small('board', 'TM', 'people', {
  states: [
    approve('vote', {
      participant: {
        type: 'several',
        of: [
          { type: 'role', role: 'cashier' },
          { type: 'role', role: 'financeOfficer' },
        ],
      },
      mode: 'ratio',
      ratio: 51,
    }),
  ],
  transitions: inOrder('vote'),
})

/** A completed one may be revoked for ten days, by the same approval. */
export const permit = small(
  'permit',
  'TP',
  'clipboard',
  {
    revocableDays: 10,
    states: [
      approve('leader', { participant: { type: 'deptLeader' } }),
      handle('issue', { participant: { type: 'role', role: 'cashier' } }),
    ],
    transitions: inOrder('leader', 'issue'),
  },
  {
    effects: {
      onSubmit: ['claim.freeze'],
      onReject: ['claim.release'],
      onApprove: ['claim.consume'],
      onVoidApproved: ['claim.refund'],
    },
  },
)

const texts = {
  applications: {
    errand: { title: 'Errand' },
    council: { title: 'Council' },
    twice: { title: 'Twice' },
    blocked: { title: 'Blocked' },
    forked: { title: 'Forked' },
    outing: { title: 'Outing' },
    split: { title: 'Split' },
    permit: { title: 'Permit' },
    board: { title: 'Board' },
  },
}

export const trialModule = defineModule({
  name: 'trial',
  messages: defineMessages(texts, texts),
  records: [],
  applications: [errand, council, twice, blocked, forked, outing, split, permit, board],
  permissions: [],
})

/** Leaves one row per run of an effect; a price of 13.00 is refused by the freeze, 14.00 by the payment. */
const trace = (name: string, refusing?: { price: string; key: ProblemKey }) =>
  effect(['price'], async ({ unit, ticket, state, visit }) => {
    await sql`insert into trial_entry (ticket_id, effect, state, visit, amount) values (${ticket.id}, ${name}, ${state}, ${visit}, ${ticket.amount})`.execute(
      unit.db,
    )
    if (refusing && ticket.amount === refusing.price) throw new RuleError(refusing.key, ticket.amount)
  })

export const trialServer = defineModuleServer({
  effects: {
    'claim.freeze': trace('claim.freeze', { price: '13.00', key: 'budget.insufficient' }),
    'claim.release': trace('claim.release'),
    'claim.reduce': trace('claim.reduce'),
    'claim.consume': trace('claim.consume', { price: '15.00', key: 'budget.yearClosed' }),
    'claim.pay': trace('claim.pay', { price: '14.00', key: 'budget.insufficient' }),
    'claim.refund': trace('claim.refund'),
  },
  applications: {
    errand: {
      compute: async (form) => ({
        double: typeof form.price === 'string' ? (Number(form.price) * 2).toFixed(2) : null,
      }),
      check: async (form) => (form.note === 'forbidden' ? { note: [{ key: 'rule.TRIAL' }] } : {}),
      warnings: async () => [{ key: 'rule.TRIAL' }],
      panel: async (form) => [
        { label: 'double', value: String(form.double), ...(form.price === '16.00' && { tone: 'bad' as const }) },
      ],
    },
  },
})
