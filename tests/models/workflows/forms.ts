/** Definitions whose proof hangs on their form: faulty and sound ones, with the form as an administrator draws it (25.10). */
import type {
  Condition,
  FieldPermission,
  StateDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { FaultName } from '#machines/ticket/verify/verify.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { surroundingsOf } from '#src/define/facts.ts'
import { boolean, date, type Fields, integer, lines, longText, money, people, person, text } from '#src/fields/field.ts'
import { row, state } from './small.ts'

const over = (value: number, field = 'amount'): Condition => ({ field, op: 'gt', value })
const upTo = (value: number, field = 'amount'): Condition => ({ field, op: 'lte', value })
const is = (field: string, value: string | boolean): Condition => ({ field, op: 'eq', value })
const isEmpty = (field: string): Condition => ({ field, op: 'empty' })
const isFilled = (field: string): Condition => ({ field, op: 'notEmpty' })

const amount = money({ required: true })
const needed = { required: true } as const

type Changed = Partial<StateDefinition>
const plain = (key: string, changed: Changed = {}) => state(key, { allowReturn: 'start', ...changed })
const office = (changed: Changed = {}) => plain('office', { kind: 'handle', ...changed })
/** Its people stand in a field, and nobody stands in for them. */
const asks = (field: string, changed: Changed = {}): Changed => ({
  participant: { type: 'formField', field },
  ...changed,
})
const writes = (fields: Readonly<Record<string, FieldPermission>>): Changed => ({ fields })
const form = (fields: Fields, more: Partial<FormDefinition> = {}): FormDefinition => ({
  sections: [{ key: 'main', fields }],
  ...more,
})
/** At `first` the ticket goes to the office where this holds, and else to `last`. */
const choosing = (
  when: Condition,
  at: { readonly first?: Changed; readonly office?: Changed } = {},
): WorkflowDefinition => ({
  ...row([plain('first', at.first), plain('other'), office(at.office)]),
  transitions: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'office', when },
    { from: 'first', to: 'other' },
    { from: 'other', to: 'end' },
    { from: 'office', to: 'end' },
  ],
})

/** A definition with its form. */
export interface WithForm {
  readonly what: string
  readonly form: FormDefinition
  readonly definition: WorkflowDefinition
}

export interface FaultyForm extends WithForm {
  readonly name: FaultName
  readonly path: readonly string[]
}

const entries: Readonly<Record<string, readonly string[]>> = {
  rankLevel: ['clerk', 'bureau'],
  colour: ['red', 'green'],
}

/** What one of them is proved with. */
export const surroundingsIn = ({ form: drawn, definition }: WithForm) =>
  surroundingsOf(drawn, definition, {
    thresholds: { 'config.wf.t1': 100 },
    entriesOf: (dictionary) => entries[dictionary] ?? null,
    policies: [],
  })

const helper = (visibleWhen?: Condition, more: object = needed) =>
  person({ ...more, ...(visibleWhen && { visibleWhen }) })

export const faultyForms: readonly FaultyForm[] = [
  {
    what: 'a person shown above 100 only, and asked for every sum',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([office(asks('helper'))]),
  },
  {
    what: 'asked from 100 on, and shown above 100',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([
      plain('first', { enterWhen: upTo(99.99) }),
      office({ ...asks('helper'), enterWhen: { field: 'amount', op: 'gte', value: 100 } }),
    ]),
  },
  {
    what: 'shown where asked, but optional',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({ amount, helper: helper(over(100), {}) }),
    definition: row([plain('first', { enterWhen: upTo(100) }), office({ ...asks('helper'), enterWhen: over(100) })]),
  },
  {
    what: 'shown by a field that is itself hidden below 100',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({
      amount,
      isHelped: boolean({ ...needed, visibleWhen: over(100) }),
      helper: helper(is('isHelped', true)),
    }),
    definition: row([office(asks('helper', { enterWhen: { any: [is('isHelped', true), upTo(100)] } }))]),
  },
  {
    what: 'the sum grows after the person could be named',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form({ amount, helper: helper(over(100)) }, { start: { amount: 'write' } }),
    definition: row([
      plain('first', writes({ amount: 'required' })),
      office({ ...asks('helper'), enterWhen: over(100) }),
    ]),
  },
  {
    what: 'a step hides the person again, by the sum it writes with it',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form(
      { amount: money({ required: true, positive: true }), helper: helper(over(100)) },
      { start: { amount: 'write', helper: 'write' } },
    ),
    definition: row([
      plain('first', writes({ amount: 'required', helper: 'write' })),
      office({ ...asks('helper'), enterWhen: { any: [isFilled('helper'), upTo(5)] } }),
    ]),
  },
  {
    what: 'named by a step that requires it, where it does not show',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form({ amount, helper: helper(over(100), {}) }),
    definition: row([plain('first', writes({ helper: 'required' })), office(asks('helper'))]),
  },
  {
    what: 'named by a step that time may pass',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form({ amount, helper: helper(undefined, {}) }),
    definition: row([
      plain('first', {
        ...writes({ helper: 'required' }),
        timers: [{ key: 'late', afterHours: 8, action: 'autoPass' }],
      }),
      office(asks('helper')),
    ]),
  },
  {
    what: 'named by a step that is passed for want of people',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form({ amount, helper: helper(undefined, {}) }),
    definition: row([
      plain('first', { ...writes({ helper: 'required' }), emptyPolicy: { type: 'skip' } }),
      office(asks('helper')),
    ]),
  },
  {
    what: 'a step may empty it again',
    name: 'participantUnfilled',
    path: ['start', 'first', 'office'],
    form: form({ helper: helper(undefined, {}) }, { start: { helper: 'required' } }),
    definition: row([plain('first', writes({ helper: 'write' })), office(asks('helper'))]),
  },
  {
    what: 'required under another condition than the one it is asked under',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({ amount, helper: person({ required: over(500) }) }),
    definition: row([plain('first', { enterWhen: upTo(100) }), office({ ...asks('helper'), enterWhen: over(100) })]),
  },
  {
    what: 'one of two groups that each must decide is not there',
    name: 'participantUnfilled',
    path: ['start', 'first'],
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([
      plain('first', {
        mode: 'perGroup',
        participant: { type: 'several', of: [{ type: 'deptLeader' }, { type: 'formField', field: 'helper' }] },
      }),
    ]),
  },
  {
    what: 'two people, each shown for one kind, and a third kind',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({
      days: integer({ ...needed, min: 1, max: 3 }),
      one: helper({ field: 'days', op: 'eq', value: 1 }),
      other: helper({ field: 'days', op: 'eq', value: 2 }),
    }),
    definition: row([
      office({
        participant: {
          type: 'several',
          of: [
            { type: 'formField', field: 'one' },
            { type: 'formField', field: 'other' },
          ],
        },
      }),
    ]),
  },
  {
    what: 'people of a list that shows with lines only',
    name: 'participantUnfilled',
    path: ['start', 'office'],
    form: form({
      items: lines({ name: text(20) }, { min: 0, max: 9 }),
      helpers: people(5, { ...needed, visibleWhen: over(0, 'items.count') }),
    }),
    definition: row([office(asks('helpers', { mode: 'all' }))]),
  },
  {
    what: 'work done by a result that does not show for small sums',
    name: 'doneNever',
    path: ['start', 'office'],
    form: form(
      { amount, result: { kind: 'choice', dictionary: 'colour', visibleWhen: over(100) } },
      { start: { result: 'hidden' } },
    ),
    definition: row([office({ ...writes({ result: 'required' }), doneWhen: is('result', 'red') })]),
  },
  {
    what: 'work done by a value that only the applicant could have written',
    name: 'doneNever',
    path: ['start', 'office'],
    form: form({ amount, note: text(20) }),
    definition: row([office({ ...writes({ note: 'write' }), doneWhen: { all: [over(100), isFilled('note')] } })]),
  },
  {
    what: 'a step for what the form never shows together',
    name: 'unreachable',
    path: [],
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([plain('first'), office({ enterWhen: { all: [isFilled('helper'), upTo(100)] } })]),
  },
  {
    what: 'a step for a field left empty that must be filled in',
    name: 'unreachable',
    path: [],
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([plain('first'), office({ enterWhen: { all: [isEmpty('helper'), over(100)] } })]),
  },
  {
    what: 'a step beyond the largest number the form takes',
    name: 'unreachable',
    path: [],
    form: form({ days: integer({ ...needed, min: 1, max: 30 }) }),
    definition: row([plain('first'), office({ enterWhen: over(30, 'days') })]),
  },
  {
    what: 'two fields that show each other',
    name: 'visibleCircle',
    path: [],
    form: form({ one: text(9, { visibleWhen: isFilled('other') }), other: text(9, { visibleWhen: isFilled('one') }) }),
    definition: row([plain('first')]),
  },
  {
    what: 'two transitions at once where the hidden number counts as nothing',
    name: 'overlap',
    path: ['start', 'first'],
    form: form({ amount, days: integer({ ...needed, min: 1, visibleWhen: over(100) }) }),
    definition: {
      ...row([plain('first'), plain('second'), office()]),
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'office', when: upTo(50) },
        { from: 'first', to: 'second', when: { field: 'days', op: 'lt', value: 1 } },
        { from: 'first', to: 'end' },
        { from: 'second', to: 'end' },
        { from: 'office', to: 'end' },
      ],
    },
  },
]

export const soundForms: readonly WithForm[] = [
  {
    what: 'what is computed shows by its own value',
    form: form({ amount, over: boolean({ computed: true, visibleWhen: is('over', true) }) }),
    definition: row([plain('first'), plain('second', { enterWhen: is('over', true) })]),
  },
  {
    what: 'a person shown above 100, asked above 100',
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([plain('first'), office({ ...asks('helper'), enterWhen: over(100) })]),
  },
  {
    what: 'a step entered only when the hidden field is empty',
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([
      plain('first', { enterWhen: isEmpty('helper') }),
      office(asks('helper', { enterWhen: isFilled('helper') })),
    ]),
  },
  {
    what: 'a transition chosen by whether the person is named',
    form: form({ amount, helper: helper(over(100)) }),
    definition: choosing(isFilled('helper'), { office: asks('helper') }),
  },
  {
    what: 'a transition chosen by what shows the field',
    form: form({ amount, helper: helper(over(100)) }),
    definition: choosing(over(100), { office: asks('helper') }),
  },
  {
    what: 'shown by a threshold of its own, asked above a higher one',
    form: form({ amount, helper: helper(over(100)) }),
    definition: choosing(over(5000), { office: asks('helper') }),
  },
  {
    what: 'two chained fields, asked where both show',
    form: form({
      amount,
      isHelped: boolean({ ...needed, visibleWhen: over(100) }),
      helper: helper(is('isHelped', true)),
    }),
    definition: choosing(is('isHelped', true), { office: asks('helper') }),
  },
  {
    what: 'a policy where the field may be hidden',
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([office(asks('helper', { emptyPolicy: { type: 'toRole', role: 'office' } }))]),
  },
  {
    what: 'passed by where the field is hidden',
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([plain('first'), office(asks('helper', { emptyPolicy: { type: 'skip' } }))]),
  },
  {
    what: 'named by a step before, which shows it always',
    form: form({ amount, helper: helper(undefined, {}) }),
    definition: row([plain('first', writes({ helper: 'required' })), office(asks('helper'))]),
  },
  {
    what: 'named by a step before wherever it shows, and asked there',
    form: form({ amount, helper: helper(over(100), {}) }),
    definition: row([
      plain('first', writes({ helper: 'required' })),
      office({ ...asks('helper'), enterWhen: over(100) }),
    ]),
  },
  {
    what: 'a step names the person again after it changed the sum',
    form: form({ amount, helper: helper(over(100)) }, { start: { amount: 'write', helper: 'write' } }),
    definition: row([
      plain('first', writes({ amount: 'required', helper: 'required' })),
      office({ ...asks('helper'), enterWhen: over(100) }),
    ]),
  },
  {
    what: 'the sum falls after the person was named',
    form: form({ amount, helper: helper() }, { start: { amount: 'write' } }),
    definition: row([plain('first', writes({ amount: 'required' })), office(asks('helper'))]),
  },
  {
    what: 'required under the condition it is asked under',
    form: form({ amount, helper: person({ required: over(100) }) }),
    definition: choosing(over(100), { office: asks('helper') }),
  },
  {
    what: 'one of two people is always there',
    form: form({
      isInside: boolean(needed),
      one: helper(is('isInside', true)),
      other: helper(is('isInside', false)),
    }),
    definition: row([
      office({
        participant: {
          type: 'several',
          of: [
            { type: 'formField', field: 'one' },
            { type: 'formField', field: 'other' },
          ],
        },
      }),
    ]),
  },
  {
    what: 'somebody else besides the person of the form',
    form: form({ amount, helper: helper(over(100)) }),
    definition: row([
      plain('first', {
        participant: { type: 'several', of: [{ type: 'deptLeader' }, { type: 'formField', field: 'helper' }] },
        mode: 'all',
      }),
    ]),
  },
  {
    what: 'shown from the smallest number the form takes',
    form: form({ days: integer({ ...needed, min: 1 }), helper: helper(over(0, 'days')) }),
    definition: row([office(asks('helper'))]),
  },
  {
    what: 'a hidden number counts as nothing',
    form: form({ amount, days: integer({ ...needed, min: 1, visibleWhen: over(100) }) }),
    definition: row([
      plain('first', { enterWhen: { field: 'days', op: 'lt', value: 1 } }),
      plain('second', { enterWhen: over(0, 'days') }),
    ]),
  },
  {
    what: 'two transitions that only meet where the form never is',
    form: form({ amount, helper: helper(over(100)) }),
    definition: {
      ...row([plain('first'), plain('second'), office()]),
      transitions: [
        { from: 'start', to: 'first' },
        { from: 'first', to: 'office', when: isFilled('helper') },
        { from: 'first', to: 'second', when: upTo(100) },
        { from: 'first', to: 'end' },
        { from: 'second', to: 'end' },
        { from: 'office', to: 'end' },
      ],
    },
  },
  {
    what: 'a step only after the ticket came back with a field filled in further on',
    form: form({ amount, result: text(20) }, { start: { result: 'hidden' } }),
    definition: row([
      plain('first', { enterWhen: isFilled('result') }),
      plain('second', writes({ result: 'required' })),
      plain('third'),
    ]),
  },
  {
    what: 'lines counted where they show',
    form: form({
      isLong: boolean(needed),
      items: lines({ name: text(20) }, { ...needed, min: 1, max: 9, visibleWhen: is('isLong', true) }),
    }),
    definition: row([
      plain('first', { enterWhen: over(0, 'items.count') }),
      plain('second', { enterWhen: { field: 'items.count', op: 'eq', value: 0 } }),
    ]),
  },
  {
    what: 'the amount of the ticket and the field it is read from are one',
    form: form({ total: money(needed), helper: helper(over(100, 'total')) }, { amountField: 'total' }),
    definition: row([plain('first'), office({ ...asks('helper'), enterWhen: over(100) })]),
  },
  {
    what: 'work done by what shows wherever it is asked',
    form: form(
      { amount, result: { kind: 'choice', dictionary: 'colour', visibleWhen: over(100) } },
      { start: { result: 'hidden' } },
    ),
    definition: row([
      plain('first'),
      office({ ...writes({ result: 'required' }), doneWhen: is('result', 'red'), enterWhen: over(100) }),
    ]),
  },
  {
    what: 'a day that shows only then, and work that opens on it',
    form: form({ amount, day: date({ visibleWhen: over(100) }), why: longText(0, 200) }),
    definition: row([plain('first'), office({ opensAtField: 'day' })]),
  },
]
