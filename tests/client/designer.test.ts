import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { neededOf } from '#machines/ticket/engine/modes.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { placeAll } from '#src/client/components/diagram/layout.ts'
import { type AutosaveState, autosaveOf } from '#src/client/designer/model/autosave.ts'
import { clipOf, pasteClip } from '#src/client/designer/model/clips.ts'
import {
  addAt,
  DEEPEST,
  figureShown,
  mayNest,
  newLeaf,
  replaceAt,
  shownGroup,
  simplify,
  toggleValue,
  withOperator,
} from '#src/client/designer/model/conditions.ts'
import { factsOfForm, operatorsOf } from '#src/client/designer/model/facts.ts'
import {
  addColumn,
  addField,
  addSection,
  factsForField,
  removeField,
  removeSection,
  setStart,
  shiftField,
} from '#src/client/designer/model/form.ts'
import { begin, push, redo, undo } from '#src/client/designer/model/history.ts'
import { addTimer, ballotPatch, examplesOf, modesOf, withGroup } from '#src/client/designer/model/participants.ts'
import { type ConditionWords, sentenceOf } from '#src/client/designer/model/sentence.ts'
import {
  insertState,
  moveState,
  newState,
  patchState,
  removeState,
  setPermission,
  shiftState,
  stateOf,
} from '#src/client/designer/model/states.ts'
import { transitionsAlong } from '#src/client/designer/model/trail.ts'
import {
  advanceTransition,
  connect,
  disconnect,
  patchTransition,
  placeAfter,
} from '#src/client/designer/model/transitions.ts'
import { walk } from '#src/client/designer/model/walk.ts'
import { financialReimbursementOne } from '#src/modules/finance/financial-reimbursement-one.ts'

const claim: WorkflowDefinition = financialReimbursementOne.workflow
const transitionTexts = ({ transitions }: WorkflowDefinition): readonly string[] =>
  transitions.map(({ from, to, when }) => `${from}${when === undefined ? '-' : '?'}${to}`)
const chain = (definition: WorkflowDefinition): string => {
  const met = ['start']
  for (let at = 'start'; at !== 'end' && met.length < 20; ) {
    at = definition.transitions.findLast((transition) => transition.from === at)?.to ?? 'end'
    met.push(at)
  }
  return met.slice(1, -1).join(' ')
}
const over = (value: number) => ({ field: 'amount', op: 'gt', value }) as const
const whole = 'deptLeader financeAudit divisionLeader financeLeader bureauLeader cashierPay'

describe('actions on a workflow (20.9)', () => {
  it('a state is put in after the chosen one, and before the end when none is', () => {
    const after = insertState(claim, placeAfter(claim, 'deptLeader'), newState(claim, 'approve'))
    expect(chain(after)).toBe(whole.replace('deptLeader', 'deptLeader approve'))
    expect(chain(insertState(claim, placeAfter(claim, null), newState(claim, 'handle')))).toBe(`${whole} handle`)
    expect(after.states.map((state) => state.key)).toEqual(chain(after).split(' '))
  })

  it('a new state may be published as it is, under a key of its own', () => {
    const first = insertState(claim, 1, newState(claim, 'approve'))
    const second = insertState(first, 1, newState(first, 'approve'))
    expect(second.states.map((state) => state.key)).toContain('approve2')
    const fields = factsOfForm(financialReimbursementOne).map((fact) => fact.name)
    const thresholds = { 'config.wf.t1': 5000, 'config.wf.t2': 20_000, 'config.wf.t3': 50_000 }
    expect(verify(second, { fields: [...fields, 'payResult'], thresholds })).toEqual([])
  })

  it('a state taken away leaves no hole', () => {
    expect(chain(removeState(claim, 'divisionLeader'))).toBe(whole.replace('divisionLeader ', ''))
    expect(removeState(claim, 'nobody')).toBe(claim)
    const forked = connect(claim, 'financeAudit', 'financeLeader', over(9))
    // With the state between them gone, the choice leads to the same place either way.
    expect(transitionTexts(removeState(forked, 'divisionLeader'))).toEqual([
      'start-deptLeader',
      'deptLeader-financeAudit',
      'financeAudit-financeLeader',
      'financeLeader-bureauLeader',
      'bureauLeader-cashierPay',
      'cashierPay-end',
    ])
  })

  it('a state moves one place, or to any transition, and takes its choices with it', () => {
    expect(chain(shiftState(claim, 'financeAudit', -1))).toBe(
      whole.replace('deptLeader financeAudit', 'financeAudit deptLeader'),
    )
    expect(chain(shiftState(claim, 'deptLeader', 1))).toBe(
      whole.replace('deptLeader financeAudit', 'financeAudit deptLeader'),
    )
    expect(shiftState(claim, 'deptLeader', -1)).toBe(claim)
    expect(shiftState(claim, 'cashierPay', 1)).toBe(claim)
    const forked = connect(claim, 'deptLeader', 'cashierPay', over(9))
    const moved = moveState(forked, 'deptLeader', placeAfter(forked, 'financeAudit'))
    expect(transitionTexts(moved)).toContain('deptLeader?cashierPay')
    expect(chain(moved)).toBe(whole.replace('deptLeader financeAudit', 'financeAudit deptLeader'))
    expect(moveState(claim, 'deptLeader', 0)).toBe(claim)
  })

  it('copies get a key and a name of their own', () => {
    const clip = clipOf(claim, 'financeAudit')
    if (clip === null) throw new Error('nothing copied')
    const { definition, key } = pasteClip(claim, placeAfter(claim, 'bureauLeader'), clip)
    expect(key).toBe('financeAudit2')
    expect(chain(definition)).toBe(whole.replace('bureauLeader', 'bureauLeader financeAudit2'))
    expect(stateOf(definition, 'financeAudit2')).toMatchObject({ name: { zhHans: '财务审核 2' }, claim: true })
  })

  it('a choice is tried before the last transition, earlier when asked, and the last transition never asks (WFD-03)', () => {
    const two = connect(connect(claim, 'deptLeader', 'cashierPay', over(1)), 'deptLeader', 'bureauLeader', over(2))
    const of = (definition: WorkflowDefinition) =>
      transitionTexts(definition).filter((transition) => transition.startsWith('deptLeader'))
    expect(of(two)).toEqual(['deptLeader?cashierPay', 'deptLeader?bureauLeader', 'deptLeader-financeAudit'])
    expect(of(advanceTransition(two, 2))).toEqual([
      'deptLeader?bureauLeader',
      'deptLeader?cashierPay',
      'deptLeader-financeAudit',
    ])
    expect(of(disconnect(two, 3))).toEqual(['deptLeader?cashierPay', 'deptLeader-bureauLeader'])
    expect(disconnect(claim, 0)).toBe(claim)
    expect(connect(claim, 'deptLeader', 'start')).toBe(claim)
    expect(of(patchTransition(two, 1, { to: 'end', when: undefined }))[0]).toBe('deptLeader-end')
  })

  it('what is not said of a field is read', () => {
    const said = setPermission(claim, 'deptLeader', 'lines', 'write')
    expect(stateOf(said, 'deptLeader')?.fields).toEqual({ lines: 'write' })
    expect(stateOf(setPermission(said, 'deptLeader', 'lines', 'read'), 'deptLeader')).not.toHaveProperty('fields')
  })

  it('a mode takes its number along and drops what no longer fits it (25.1)', () => {
    const audit = patchState(claim, 'financeAudit', ballotPatch(claim.states[1] as never, 'ratio'))
    expect(stateOf(audit, 'financeAudit')).toMatchObject({ mode: 'ratio', ratio: 100 })
    expect(stateOf(audit, 'financeAudit')).not.toHaveProperty('claim')
    expect(examplesOf({ mode: 'ratio', ratio: 67 }, neededOf)).toEqual([
      { n: 2, need: 2 },
      { n: 3, need: 3 },
      { n: 5, need: 4 },
    ])
    const state = {
      ...newState(claim, 'approve'),
      participant: withGroup({ type: 'applicant' }, 1, { type: 'previous' }),
    }
    expect(modesOf(state)).toContain('perGroup')
    expect(withGroup(state.participant, 0, null)).toEqual({ type: 'previous' })
    expect(modesOf({ ...state, kind: 'cc' })).toEqual([])
    expect(addTimer(addTimer([], 'remind'), 'remind').map((timer) => timer.key)).toEqual(['remind', 'remind2'])
  })
})

describe('the form designer (20.9)', () => {
  const label = { zhHans: '字段', en: 'Field' }
  const form = addSection({ sections: [] }, label)
  const key = form.sections[0]?.key ?? ''

  it('adds fields under names of their own, and takes them away with all that is said of them', () => {
    const one = addField(form, key, 'money', label, 'urgency')
    const two = addField(one.form, key, 'money', label, 'urgency')
    expect([one.name, two.name]).toEqual(['money', 'money2'])
    const said = { ...two.form, amountField: 'money', start: { money: 'required' as const } }
    const gone = removeField(said, 'money')
    expect(gone).toEqual({
      sections: [{ key, title: label, fields: { money2: { kind: 'money' } } }],
      labels: { money2: label },
    })
    expect(removeSection(gone, key)).toEqual({ sections: [] })
    expect(Object.keys(shiftField(two.form, 'money2', -1).sections[0]?.fields ?? {})).toEqual(['money2', 'money'])
    expect(shiftField(two.form, 'money2', 1)).toEqual(two.form)
  })

  it('a sub-table has columns with names', () => {
    const table = addField(form, key, 'lines', label, 'urgency')
    const wider = addColumn(table.form, 'lines', 'choice', label, 'urgency')
    expect(wider.labels).toEqual({ lines: label, 'lines.item': label, 'lines.choice': label })
    expect(factsOfForm(wider).map((fact) => fact.name)).toContain('lines.count')
  })
})

describe('undo and redo', () => {
  it('letters of one name are one step', () => {
    const typed = push(push(push(begin(''), 'a', 'name'), 'ab', 'name'), 'x', null)
    expect(undo(typed).present).toBe('ab')
    expect(undo(undo(typed)).present).toBe('')
    expect(redo(undo(typed)).present).toBe('x')
    expect(undo(begin(1)).present).toBe(1)
    expect(push(typed, 'x')).toBe(typed)
    expect(push(undo(typed), 'y').future).toEqual([])
  })
})

describe('the condition builder', () => {
  const facts = factsOfForm(financialReimbursementOne)
  const fact = (name: string) => facts.find((one) => one.name === name) ?? facts[0]!

  it('offers form fields, amount, applicant and lines, each with the operators of its kind (20.1)', () => {
    expect(facts.map((one) => one.name)).toEqual(
      expect.arrayContaining(['amount', 'applicant.rankLevel', 'applicant.isDeptLeader', 'dept.key', 'lines.count']),
    )
    expect(fact('payeeType')).toMatchObject({ type: 'choice', dictionary: 'payeeType' })
    expect(operatorsOf(fact('amount').type)).toContain('gt')
    expect(operatorsOf(fact('payeeType').type)).not.toContain('gt')
  })

  it('edits a tree by place, at most three groups deep', () => {
    const tree = addAt(shownGroup(over(1)), [], { any: [over(2), over(3)] })
    expect(replaceAt(tree, [1, 0], null)).toEqual({ all: [over(1), { any: [over(3)] }] })
    expect(simplify(replaceAt(tree, [1, 0], null))).toEqual({ all: [over(1), over(3)] })
    expect(replaceAt(tree, [1, 1], over(9))).toEqual({ all: [over(1), { any: [over(2), over(9)] }] })
    expect(simplify({ all: [{ any: [] }] })).toBeUndefined()
    expect([[], [0], [0, 0]].map(mayNest)).toEqual([true, true, false])
    expect(DEEPEST).toBe(3)
  })

  it('20.1 a sum kept as a text is shown as the sum, not as nothing', () => {
    expect(['50000.00', 12.5, '五万', { fact: 'config.wf.t1' }, undefined].map(figureShown)).toEqual([
      50_000, 12.5, 0, 0, 0,
    ])
  })

  it('keeps a value that fits the next operator', () => {
    const leaf = newLeaf(fact('payeeType'))
    const many = withOperator({ ...leaf, value: 'cash' }, 'in', fact('payeeType'))
    expect(many).toMatchObject({ op: 'in', value: ['cash'] })
    expect(withOperator(many, 'eq', fact('payeeType'))).toMatchObject({ op: 'eq', value: 'cash' })
    expect(withOperator(many, 'empty', fact('payeeType'))).toEqual({ field: 'payeeType', op: 'empty' })
    expect(toggleValue(['b'], 'a', ['a', 'b'])).toEqual(['a', 'b'])
    expect(toggleValue(['a', 'b'], 'a', ['a', 'b'])).toEqual(['b'])
  })

  it('reads as a sentence, brackets around the other kind of group', () => {
    const words: ConditionWords = {
      comparison: ({ field, op }, value) => `${field} ${op} ${value}`,
      value: (_field, value) => String(value),
      reference: (name) => `<${name}>`,
      all: ' and ',
      any: ' or ',
      open: '(',
      close: ')',
    }
    expect(
      sentenceOf(
        {
          all: [
            { field: 'amount', op: 'gt', value: { fact: 'config.wf.t1' } },
            { any: [over(7), { field: 'rank', op: 'in', value: ['a', 'b'] }] },
          ],
        },
        words,
      ),
    ).toBe('amount gt <config.wf.t1> and (amount gt 7 or rank in a or b)')
  })
})

describe('the canvas', () => {
  it('stands from the top down, and arrows walk it', () => {
    const forked = connect(claim, 'deptLeader', 'cashierPay', over(9))
    const placed = placeAll(forked)
    const y = (id: string) => placed.nodes.find((node) => node.id === id)?.y ?? 0
    expect(y('start')).toBeLessThan(y('deptLeader'))
    expect(y('cashierPay')).toBeLessThan(y('end'))
    expect(placed.edges).toHaveLength(forked.transitions.length)
    expect(walk(forked, placed, 'deptLeader', 'ArrowDown')).toBe('financeAudit')
    expect(walk(forked, placed, 'deptLeader', 'ArrowUp')).toBe('start')
    expect(walk(forked, placed, 'end', 'ArrowDown')).toBe('end')
    expect(walk(forked, placed, 'deptLeader', 'End')).toBe('end')
    expect(walk(forked, placed, 'deptLeader', 'ArrowLeft')).toBe('deptLeader')
  })

  it('draws the path of a fault also through states that are passed by', () => {
    expect([...transitionsAlong(claim, ['start', 'deptLeader', 'financeLeader'])]).toEqual([0, 1, 2, 3])
    expect([...transitionsAlong(claim, ['end', 'start'])]).toEqual([])
  })
})

describe('keeping a draft', () => {
  const conflict = new Error('conflict')
  function office(fail: (value: string) => Error | null) {
    const calls: string[] = []
    const states: AutosaveState[] = []
    const keeper = autosaveOf('a', 0, {
      put: async (value, revision) => {
        await Promise.resolve()
        calls.push(`${value}${revision}`)
        const error = fail(value)
        if (error) throw error
        return revision + 1
      },
      isConflict: (error) => error === conflict,
      tell: (keeping) => states.push(keeping),
    })
    return { keeper, calls, states }
  }

  it('keeps the newest value, one call at a time', async () => {
    const { keeper, calls } = office(() => null)
    await Promise.all([keeper.keep('b'), keeper.keep('c'), keeper.keep('d')])
    expect(calls).toEqual(['b0', 'd1'])
    expect(await keeper.keep('d')).toBe('kept')
  })

  it('never writes over what somebody else kept', async () => {
    const { keeper, calls } = office((value) => (value === 'b' ? conflict : null))
    expect(await keeper.keep('b')).toBe('conflict')
    expect(await keeper.keep('c')).toBe('conflict')
    keeper.restart('x', 7)
    expect(await keeper.keep('y')).toBe('kept')
    expect(calls).toEqual(['b0', 'y7'])
  })

  it('tries again with the next change when the server was away', async () => {
    const { keeper } = office((value) => (value === 'b' ? new Error('away') : null))
    expect(await keeper.keep('b')).toBe('failed')
    expect(await keeper.keep('c')).toBe('kept')
  })
})

describe('20.9 designed fields', () => {
  const form = {
    sections: [{ key: 'main', fields: { a: { kind: 'integer' }, b: { kind: 'text', max: 20 } } }],
  } as const

  it('the applicant’s own permission of a field is kept with the form', () => {
    expect(setStart(setStart(form, 'a', 'read'), 'b', 'hidden').start).toEqual({ a: 'read', b: 'hidden' })
  })

  it('a field is shown for what other fields say, never for itself or for who asks', () => {
    const facts = factsForField(form, factsOfForm(form), 'a').map(({ name }) => name)
    expect(facts).toContain('b')
    expect(facts.some((name) => name === 'a' || name.startsWith('applicant.') || name === 'dept.key')).toBe(false)
  })
})
