/** Definitions with nothing wrong: whatever is allowed, publishing must let through. */
import type { Condition, StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { branching, inclusive, nested, parallel } from './branching.ts'
import { finance } from './finance.ts'
import { leave } from './leave.ts'
import { other } from './other.ts'
import { row, state } from './small.ts'
import { text } from './text.ts'

const plain = (key: string, changed: Partial<StateDefinition> = {}) => state(key, { allowReturn: 'start', ...changed })
const office = (changed: Partial<StateDefinition> = {}) => plain('office', { kind: 'handle', ...changed })
const over = (value: number, name = 'amount'): Condition => ({ field: name, op: 'gt', value })
const upTo = (value: number, name = 'amount'): Condition => ({ field: name, op: 'lte', value })
const is = (name: string, value: string | boolean): Condition => ({ field: name, op: 'eq', value })
const copy: StateDefinition = {
  key: 'copy',
  name: text('copy', 'copy'),
  kind: 'cc',
  participant: { type: 'several', of: [{ type: 'deptLeader' }, { type: 'role', role: 'reader' }] },
  mode: 'any',
  emptyPolicy: { type: 'skip' },
}
const leaders = { type: 'several', of: [{ type: 'deptLeader' }, { type: 'divisionLeader' }] } as const
const late = { key: 'late', afterHours: 72, action: 'autoPass' } as const

/** By what is sound about them. */
export const sound: Readonly<Record<string, WorkflowDefinition>> = {
  'one step': row([plain('first')]),
  'only work': row([office()]),
  'only a copy': row([copy]),
  'a copy between': row([plain('first'), copy, state('second')]),
  'any of them, by approval': row([plain('first', { mode: 'anyApproval' })]),
  'all of them': row([plain('first', { mode: 'all' })]),
  'one after the other': row([plain('first', { mode: 'sequential' })]),
  'half of them': row([plain('first', { mode: 'ratio', ratio: 50 })]),
  'three of a role': row([plain('first', { mode: 'count', count: 3 })]),
  'one of each group': row([plain('first', { mode: 'perGroup', participant: leaders })]),
  'two of each group of roles': row([
    plain('first', {
      mode: 'perGroup',
      count: 2,
      participant: {
        type: 'several',
        of: [
          { type: 'role', role: 'a' },
          { type: 'dept', dept: 'D04' },
        ],
      },
    }),
  ]),
  'claimed by one of them': row([plain('first', { claim: true }), office({ claim: true })]),
  'several people in one group': row([plain('first', { mode: 'all', participant: leaders })]),
  'a named user': row([plain('first', { participant: { type: 'user', userId: 7 } })]),
  'a fixed department': row([plain('first', { participant: { type: 'dept', dept: 'D04' } })]),
  'the leader above': row([plain('first', { participant: { type: 'parentDeptLeader' } })]),
  'those who acted before': row([plain('first'), office({ participant: { type: 'previous' } })]),
  'a person named at the step before': row([
    plain('first', { fields: { workerId: 'required' } }),
    office({ participant: { type: 'formField', field: 'workerId' } }),
  ]),
  'a person who may be missing, with somebody instead': row([
    office({ participant: { type: 'formField', field: 'helperId' }, emptyPolicy: { type: 'toRole', role: 'office' } }),
  ]),
  'a role for a role': row([plain('first', { emptyPolicy: { type: 'toRole', role: 'standby' } })]),
  'the next higher leader for a role': row([plain('first', { emptyPolicy: { type: 'leader' } })]),
  'administrators are told': row([plain('first'), { ...copy, participant: { type: 'role', role: 'auditor' } }]),
  'a person for a person': row([
    plain('first', { participant: { type: 'user', userId: 7 }, emptyPolicy: { type: 'toUser', userId: 8 } }),
  ]),
  'rejected for want of people': row([
    plain('first', { emptyPolicy: { type: 'reject' }, onReject: 'start' }),
    state('second', { emptyPolicy: { type: 'reject' } }),
  ]),
  'applicants passed over, and somebody else besides': row([
    plain('first', { skipsApplicant: true }),
    plain('second'),
    plain('third', { skipsApplicant: true, mode: 'perGroup', participant: leaders }),
  ]),
  'applicants passed over where they may approve for themselves': row([plain('first', { skipsApplicant: true })], {
    allowSelf: true,
  }),
  'applicants passed over on one route, and on the other nobody asked by rule': row([
    plain('first', { skipsApplicant: true, enterWhen: is('colour', 'red') }),
    plain('second', { enterWhen: is('colour', 'red') }),
    plain('third', { emptyPolicy: { type: 'skip' }, enterWhen: { field: 'colour', op: 'ne', value: 'red' } }),
  ]),
  'others called in among their own': row([
    plain('first', { allowTransfer: true, eligiblePeople: { type: 'ownDept' } }),
    state('second', { allowAddSign: true, eligiblePeople: { type: 'named', departments: ['D04'], roles: [] } }),
    state('third', { allowAddSign: true, eligiblePeople: { type: 'named', departments: [], roles: ['office'] } }),
  ]),
  'eligible people where none are asked': row([
    plain('first', { allowTransfer: false, eligiblePeople: { type: 'named', departments: [], roles: [] } }),
  ]),
  'passed for want of people': row([plain('first', { emptyPolicy: { type: 'skip' } })]),
  'reminders and a superior': row([
    plain('first', {
      timers: [
        { key: 'half', afterHours: 24, action: 'remind' },
        { key: 'full', afterHours: 48, action: 'escalate', to: { type: 'divisionLeader' } },
      ],
    }),
  ]),
  'silence is consent': row([plain('first', { timers: [{ key: 'half', afterHours: 36, action: 'remind' }, late] })]),
  'silence is refusal': row([plain('first', { timers: [{ ...late, action: 'autoReject' }] })]),
  'silence closes, also what is critical': row([
    plain('first'),
    plain('second', {
      critical: true,
      mode: 'all',
      timers: [
        { key: 'half', afterHours: 36, action: 'remind' },
        { ...late, action: 'close' },
      ],
    }),
    office(),
  ]),
  'money may be closed by silence': row(
    [plain('first', { timers: [{ ...late, action: 'close' }] }), plain('second', { enterWhen: over(5) })],
    { group: 'finance', resume: 'either' },
  ),
  'silence closes a branch and all beside it': parallel(
    { money: { timers: [{ ...late, action: 'close' }] } },
    { allowReturn: 'start' },
  ),
  'work until it is done': row([office({ doneWhen: is('result', 'paid'), fields: { result: 'required' } })]),
  'work on the day': row([office({ opensAtField: 'day' })]),
  'a choice by a number': {
    ...row([plain('first'), state('second'), state('third')]),
    transitions: [
      { from: 'start', to: 'first' },
      { from: 'first', to: 'second', when: over(5) },
      { from: 'first', to: 'third' },
      { from: 'second', to: 'end' },
      { from: 'third', to: 'end' },
    ],
  },
  'a choice by every entry but the last': {
    ...row([plain('first'), state('second'), state('third')]),
    transitions: [
      { from: 'start', to: 'first' },
      { from: 'first', to: 'second', when: is('colour', 'red') },
      { from: 'first', to: 'third', when: is('colour', 'green') },
      { from: 'first', to: 'end' },
      { from: 'second', to: 'end' },
      { from: 'third', to: 'end' },
    ],
  },
  'neighbouring whole numbers do not overlap': {
    ...row([plain('first'), state('second'), state('third')]),
    transitions: [
      { from: 'start', to: 'first' },
      { from: 'first', to: 'second', when: over(5, 'days') },
      { from: 'first', to: 'third', when: { all: [over(2, 'days'), { field: 'days', op: 'lt', value: 6 }] } },
      { from: 'first', to: 'end' },
      { from: 'second', to: 'end' },
      { from: 'third', to: 'end' },
    ],
  },
  'two transitions to one place may overlap': {
    ...row([plain('first'), state('second')]),
    transitions: [
      { from: 'start', to: 'first' },
      { from: 'first', to: 'second', when: over(5) },
      { from: 'first', to: 'second', when: over(3, 'days') },
      { from: 'first', to: 'end' },
      { from: 'second', to: 'end' },
    ],
  },
  'an amount changed on the way opens a later step': row([
    plain('first', { enterWhen: upTo(5), fields: { note: 'write' } }),
    state('second', { enterWhen: over(5), allowReturn: 'start' }),
  ]),
  'days that follow each other': row([
    plain('first', {
      enterWhen: {
        all: [
          { field: 'day', op: 'gt', value: '2026-02-28' },
          { field: 'day', op: 'lte', value: '2026-03-01' },
        ],
      },
    }),
  ]),
  'empty or not': {
    ...row([plain('first'), state('second')]),
    transitions: [
      { from: 'start', to: 'first', when: { field: 'helperId', op: 'empty' } },
      { from: 'start', to: 'second' },
      { from: 'first', to: 'second' },
      { from: 'second', to: 'end' },
    ],
  },
  'a threshold of the configuration': row([
    plain('first', { enterWhen: { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } } }),
  ]),
  'two facts compared': row([plain('first', { enterWhen: { field: 'days', op: 'gt', value: { fact: 'people' } } })]),
  'applicants may approve': row([plain('first')], { allowSelf: true }),
  'never withdrawn, everybody asked once': row([plain('first'), state('second')], {
    withdraw: 'never',
    repeat: 'earlierInRound',
  }),
  'money with two approvals': row([plain('first'), state('second'), office()], { group: 'finance' }),
  'a critical step with reminders': row([
    plain('first', {
      critical: true,
      requireSignature: true,
      timers: [{ key: 'half', afterHours: 1, action: 'remind' }],
    }),
  ]),
  'parallel branches': parallel({}, { allowReturn: 'start' }),
  'returns within a branch and out of it': parallel({ open: { allowReturn: 'start' } }),
  'inclusive branches': inclusive({ allowReturn: 'start' }),
  'branches in a branch': nested({ allowReturn: 'start' }),
  'a transition straight to the join': branching(
    'inclusive',
    [
      { from: 'open', to: 'legal', when: over(5) },
      { from: 'open', to: 'joined' },
      { from: 'legal', to: 'joined' },
    ],
    {},
    { allowReturn: 'start' },
  ),
}

/** Examined with facts of their own. */
export const earlier = [finance, leave, other] as const
