import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { conditionIn } from '#machines/ticket/formats/conditionIn.ts'
import { toMermaid } from '#machines/ticket/formats/mermaid.ts'
import { conditionText } from '#machines/ticket/formats/words.ts'
import { toXState } from '#machines/ticket/formats/xstate.ts'
import { alterationsOf, detoursOf, isWalkable } from '#machines/ticket/verify/diff.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { row, state } from './workflows/small.ts'

const shipped = [leave, finance, other]
const choice: WorkflowDefinition = {
  ...row([state('small'), state('large', { name: { zhHans: '"大额"; <审批>', en: '"Large" & <more>' } })]),
  transitions: [
    {
      from: 'start',
      to: 'large',
      when: { field: 'amount', op: 'gt', value: 5000 },
      label: { zhHans: '大额', en: 'Large' },
    },
    { from: 'start', to: 'small' },
    { from: 'small', to: 'end' },
    { from: 'large', to: 'end' },
  ],
}

describe('open formats of a workflow (25.11)', () => {
  it.each([...shipped, choice])('XState JSON of $key loads and has every state', (definition) => {
    const machine = createMachine(toXState(definition) as Parameters<typeof createMachine>[0])
    expect(Object.keys(machine.states.process?.states ?? {}).sort()).toEqual(
      ['start', ...definition.states.map(({ key }) => key)].sort(),
    )
  })

  it('Mermaid names every state, draws every transition, and no name breaks its syntax', () => {
    expect(toMermaid(choice, 'en').split('\n')).toEqual([
      'stateDiagram-v2',
      `  state "${choice.states[0]!.name.en}" as small`,
      `  state "'Large' & <more>" as large`,
      '  [*] --> large : Large [amount > 5000]',
      '  [*] --> small',
      '  small --> [*]',
      '  large --> [*]',
    ])
    expect(toMermaid(leave, 'zhHans')).toContain(
      '  note right of divisionLeader : days > 3 or applicant.isDeptLeader = true',
    )
  })

  it('a condition in plain signs keeps its groups', () => {
    const inner = {
      any: [
        { field: 'days', op: 'gt', value: 3 },
        { field: 'note', op: 'empty' },
      ],
    } as const
    expect(conditionText({ all: [{ field: 'amount', op: 'lte', value: { fact: 'config.wf.t1' } }, inner] })).toBe(
      'amount <= config.wf.t1 and (days > 3 or note is empty)',
    )
  })

  it('conditions are data: whatever is no comparison is not read', () => {
    expect(conditionIn("a in ('x', 'y') and (b is not empty or not_c != null)")).toEqual({
      all: [
        { field: 'a', op: 'in', value: ['x', 'y'] },
        {
          any: [
            { field: 'b', op: 'notEmpty' },
            { field: 'not_c', op: 'ne', value: null },
          ],
        },
      ],
    })
    expect(conditionIn('= amount <= config.wf.t1')).toEqual({
      field: 'amount',
      op: 'lte',
      value: { fact: 'config.wf.t1' },
    })
    for (const text of [
      '',
      'yes',
      'a',
      'a > ',
      'a > 1 and b > 2 or c > 3',
      'f(x) > 1',
      'a > 1)',
      '(a > 1',
      "a = 'x",
      `${'('.repeat(20)}a > 1${')'.repeat(20)}`,
      '${process.exit()}',
    ])
      expect(conditionIn(text), text).toBeNull()
  })
})

describe('the difference of two versions (25.11)', () => {
  const constants = { 'config.wf.t1': 5000, 'config.wf.t2': 50_000 }

  it('says which applications take another route, with one of each', () => {
    const raised: WorkflowDefinition = {
      ...choice,
      transitions: choice.transitions.map((transition) =>
        transition.when ? { ...transition, when: { field: 'amount', op: 'gt', value: 8000 } } : transition,
      ),
    }
    const { detours, isComplete } = detoursOf(choice, raised, constants)
    expect([isComplete, detours.length]).toEqual([true, 1])
    expect(detours[0]).toMatchObject({ before: ['large'], after: ['small'] })
    const amount = Number(detours[0]?.facts.amount)
    expect(amount > 5000 && amount <= 8000).toBe(true)
    expect(alterationsOf(choice, raised)).toEqual([{ what: 'transitionChanged', from: 'start', to: 'large' }])
  })

  it('a version that only reads differently changes no transition', () => {
    const renamed = {
      ...leave,
      states: leave.states.map((one) =>
        one.key === 'deptLeader' ? { ...one, name: { zhHans: '科室', en: 'Section' } } : one,
      ),
    }
    expect(detoursOf(leave, renamed, constants).detours).toEqual([])
    expect(alterationsOf(leave, renamed)).toEqual([{ what: 'stateChanged', state: 'deptLeader', property: 'name' }])
    expect(alterationsOf(leave, leave)).toEqual([])
  })

  it('a draft that leads nowhere is not walked', () => {
    expect(shipped.map(isWalkable)).toEqual([true, true, true])
    const { transitions } = choice
    expect(isWalkable({ ...choice, transitions: transitions.slice(0, -1) })).toBe(false)
    expect(isWalkable({ ...choice, transitions: [...transitions, { from: 'small', to: 'nowhere' }] })).toBe(false)
    expect(
      isWalkable({ ...choice, transitions: transitions.filter(({ from, when }) => from !== 'start' || when) }),
    ).toBe(false)
  })

  it('tells states that came and went, changed participants, and the rules of the whole', () => {
    const before = row([state('first'), state('second')])
    const after = {
      ...row([state('first', { participant: { type: 'role', role: 'cashier' } }), state('third')]),
      allowSelf: !before.allowSelf,
    }
    expect(alterationsOf(before, after)).toEqual([
      { what: 'workflowChanged', property: 'allowSelf' },
      { what: 'stateRemoved', state: 'second' },
      { what: 'stateChanged', state: 'first', property: 'participant' },
      { what: 'stateAdded', state: 'third' },
      { what: 'transitionRemoved', from: 'first', to: 'second' },
      { what: 'transitionRemoved', from: 'second', to: 'end' },
      { what: 'transitionAdded', from: 'first', to: 'third' },
      { what: 'transitionAdded', from: 'third', to: 'end' },
    ])
    expect(detoursOf(before, after, constants).detours).toEqual([
      { facts: {}, before: ['first', 'second'], after: ['first', 'third'] },
    ])
  })
})
