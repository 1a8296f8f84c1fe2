import { describe, expect, it } from 'vitest'
import type {
  Condition,
  Participant,
  StateDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { type FaultName, verify } from '#machines/ticket/verify/verify.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { row, state } from './workflows/small.ts'

const surroundings = {
  fields: [
    'amount',
    'days',
    'noteOnly',
    'payState',
    'endDate',
    'handlerId',
    'applicant.isDeptLeader',
    'applicant.rankLevel',
  ],
  thresholds: { 'config.wf.t1': 5000, 'config.wf.t2': 50_000 },
}
const found = (definition: WorkflowDefinition) => verify(definition, surroundings)
const names = (definition: WorkflowDefinition) =>
  found(definition).map((fault) => fault.message.key.replace('workflow.fault.', ''))

const over = (value: number): Condition => ({ field: 'amount', op: 'gt', value })
const upTo = (value: number): Condition => ({ field: 'amount', op: 'lte', value })
/** Fewer rights, so that a lone state has no target to miss. */
const plain = (key: string, changed: Partial<StateDefinition> = {}) => state(key, { allowReturn: 'start', ...changed })
const office = (changed: Partial<StateDefinition> = {}) => plain('office', { kind: 'handle', ...changed })
const two = (transitions: WorkflowDefinition['transitions']): WorkflowDefinition => ({
  ...row([plain('first'), plain('second')]),
  transitions: [{ from: 'start', to: 'first' }, ...transitions],
})
const timed = (timers: StateDefinition['timers'] & object, changed: Partial<StateDefinition> = {}) =>
  row([plain('first', { timers, ...changed })])
const late = { key: 'late', afterHours: 72, action: 'autoPass' } as const

describe('what publishing proves (25.10)', () => {
  it.each([leave, finance, other])('finds nothing to object to in $key', (definition) => {
    expect(found(definition)).toEqual([])
  })

  const leaders: Participant = { type: 'several', of: [{ type: 'deptLeader' }, { type: 'divisionLeader' }] }
  const cases: readonly (readonly [rule: string, name: FaultName, definition: WorkflowDefinition])[] = [
    ['WFD-01', 'keyInvalid', row([plain('First one')])],
    ['WFD-01', 'keyInvalid', row([plain('end')])],
    ['WFD-01', 'keyDuplicate', row([plain('first'), plain('first')])],
    [
      'WFD-01',
      'transitionDangling',
      two([
        { from: 'first', to: 'nowhere' },
        { from: 'second', to: 'end' },
      ]),
    ],
    ['WFD-01', 'startMissing', { ...row([plain('first')]), transitions: [{ from: 'first', to: 'end' }] }],
    [
      'WFD-01',
      'startEntered',
      two([
        { from: 'first', to: 'start' },
        { from: 'second', to: 'end' },
      ]),
    ],
    ['WFD-01', 'transitionMissing', two([{ from: 'first', to: 'end' }])],
    [
      'WFD-01',
      'unreachable',
      two([
        { from: 'first', to: 'end' },
        { from: 'second', to: 'end' },
      ]),
    ],
    ['WFD-01', 'unreachable', row([plain('first', { enterWhen: { all: [over(5), upTo(5)] } }), plain('second')])],
    [
      'WFD-01',
      'deadEnd',
      two([
        { from: 'first', to: 'second' },
        { from: 'second', to: 'first' },
      ]),
    ],
    [
      'WFD-01',
      'cycle',
      two([
        { from: 'first', to: 'second' },
        { from: 'second', to: 'end', when: over(5) },
        { from: 'second', to: 'first' },
      ]),
    ],
    [
      'WFD-03',
      'lastConditional',
      two([
        { from: 'first', to: 'second', when: over(5) },
        { from: 'first', to: 'end', when: upTo(5) },
        { from: 'second', to: 'end' },
      ]),
    ],
    [
      'WFD-03',
      'gap',
      two([
        { from: 'first', to: 'second', when: over(5) },
        { from: 'first', to: 'end', when: upTo(4) },
        { from: 'second', to: 'end' },
      ]),
    ],
    [
      'WFD-03',
      'overlap',
      two([
        { from: 'first', to: 'second', when: over(5) },
        { from: 'first', to: 'end', when: over(9) },
        { from: 'first', to: 'second' },
        { from: 'second', to: 'end' },
      ]),
    ],
    [
      '25.10',
      'transitionDead',
      two([
        { from: 'first', to: 'second', when: over(5) },
        { from: 'first', to: 'end', when: over(9) },
        { from: 'first', to: 'second' },
        { from: 'second', to: 'end' },
      ]),
    ],
    ['WFD-08', 'fieldUnknown', row([plain('first', { enterWhen: { field: 'colour', op: 'empty' } })])],
    [
      'WFD-08',
      'fieldUnknown',
      row([plain('first', { enterWhen: { field: 'amount', op: 'gt', value: { fact: 'config.wf.t9' } } })]),
    ],
    ['WFD-08', 'fieldUnknown', row([office({ opensAtField: 'someDay' })])],
    ['WFD-08', 'fieldUnknown', row([office({ participant: { type: 'formField', field: 'worker' } })])],
    [
      '20.1',
      'conditionTooDeep',
      row([plain('first', { enterWhen: { all: [{ any: [{ all: [{ any: [over(1)] }] }] }] } })]),
    ],
    ['20.2', 'approveAfterHandle', row([office(), plain('first')])],
    ['25.3', 'returnsNumber', row([plain('first')], { mostReturns: 0 })],
    ['25.3', 'returnTargetMissing', row([state('first')])],
    ['25.3', 'returnInHandle', row([plain('first'), office({ allowReturn: 'any' })])],
    ['25.3', 'returnInCc', row([plain('first'), plain('copy', { kind: 'cc' })])],
    ['25.10', 'fieldRequiredInCc', row([plain('copy', { kind: 'cc', fields: { amount: 'required' } })])],
    ['25.1', 'claimMode', row([plain('first', { claim: true, mode: 'all' })])],
    ['25.1', 'ballotNumber', row([plain('first', { mode: 'ratio' })])],
    ['25.1', 'ballotNumber', row([plain('first', { mode: 'ratio', ratio: 101 })])],
    ['25.1', 'ballotNumber', row([plain('first', { mode: 'ratio', ratio: 33.3 })])],
    ['25.1', 'ballotNumber', row([plain('first', { mode: 'count', count: 0 })])],
    ['25.1', 'ballotNumber', row([plain('first', { mode: 'all', count: 2 })])],
    ['25.1', 'countTooHigh', row([plain('first', { mode: 'count', count: 2, participant: { type: 'deptLeader' } })])],
    ['25.1', 'countTooHigh', row([plain('first', { mode: 'perGroup', count: 2, participant: leaders })])],
    ['25.1', 'groupsMissing', row([plain('first', { mode: 'perGroup' })])],
    ['25.1', 'groupsMissing', row([plain('first', { participant: { type: 'several', of: [] } })])],
    ['WF-12', 'timerHours', timed([{ key: 'never', afterHours: 0, action: 'remind' }])],
    ['WF-12', 'timerDuplicate', timed([late, late])],
    ['WF-12', 'timerDuplicate', timed([{ ...late, key: 'open' }])],
    ['25.10', 'timerInCc', timed([{ ...late, action: 'remind' }], { kind: 'cc' })],
    ['25.10', 'timerDead', timed([late, { key: 'later', afterHours: 73, action: 'remind' }])],
    ['WF-12', 'autoPassSigned', timed([late], { requireSignature: true })],
    ['WF-12', 'autoPassUndone', timed([late], { kind: 'handle', doneWhen: over(1) })],
    ['WF-12', 'autoRejectHandle', timed([{ ...late, action: 'autoReject' }], { kind: 'handle' })],
    ['WFD-05', 'autoPassForbidden', { ...timed([late]), group: 'procurement' }],
    ['WFD-05', 'tooFewApprovals', row([plain('first'), office()], { group: 'finance' })],
  ]
  it.each(cases)('%s refuses %s', (rule, name, definition) => {
    expect(found(definition)).toContainEqual(
      expect.objectContaining({ rule, message: expect.objectContaining({ key: `workflow.fault.${name}` }) }),
    )
  })

  it('25.12 that no branch matches is impossible by construction: such a chart cannot even be built', () => {
    const gap = row([office()])
    const open = {
      ...gap,
      transitions: gap.transitions.map((transition) => ({
        ...transition,
        when: { field: 'amount', op: 'gt' as const, value: 5 },
      })),
    }
    expect(() => compileWorkflow(open)).toThrow(/WFD-03/)
  })

  it('shows the shortest path to the fault, and the values that show it', () => {
    const definition = row([
      plain('first'),
      plain('second', { enterWhen: over(5) }),
      office({ claim: true, mode: 'all' }),
    ])
    expect(found(definition)).toEqual([
      {
        rule: '25.1',
        state: 'office',
        message: { key: 'workflow.fault.claimMode', params: { state: 'office' } },
        path: ['start', 'first', 'office'],
      },
    ])
    const gap = found(
      two([
        { from: 'first', to: 'second', when: over(5) },
        { from: 'first', to: 'end', when: upTo(4) },
        { from: 'second', to: 'end' },
      ]),
    )
    expect(gap.find((fault) => fault.message.key === 'workflow.fault.gap')?.message.params).toEqual({
      state: 'first',
      facts: 'amount = 5',
    })
  })

  it('an amount changed on the way makes a state reachable: nothing false is said', () => {
    const definition = row([plain('first', { enterWhen: upTo(5) }), plain('second', { enterWhen: over(5) })])
    expect(names(definition)).toEqual([])
  })

  it('does not call unreachable what it could not try to the end', () => {
    const many = Array.from(
      { length: 9 },
      (_, index): Condition => ({ field: `f${index}`, op: 'gt', value: { fact: `f${index + 1}` } }),
    )
    const definition = row([plain('first', { enterWhen: { all: many } }), plain('second')])
    expect(names(definition)).toContain('tooManyFacts')
    expect(names(definition)).not.toContain('unreachable')
  })
})
