import { describe, expect, it } from 'vitest'
import { isGateway, type WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { explore } from '#machines/ticket/explore/explore.ts'
import { toMermaid } from '#machines/ticket/formats/mermaid.ts'
import { verify } from '#machines/ticket/verify/verify.ts'
import { placeAll } from '#src/client/components/diagram/layout.ts'
import {
  addBranch,
  dissolve,
  insertBranches,
  liesInBranch,
  removeBranch,
  setBranching,
  takeAway,
  withoutTransition,
} from '#src/client/designer/model/branches.ts'
import { clipOf, pasteClip } from '#src/client/designer/model/clips.ts'
import { branchOf, moveBranch, moveTo, shift } from '#src/client/designer/model/moves.ts'
import { insertState, moveState, newState } from '#src/client/designer/model/states.ts'
import { transitionsAlong } from '#src/client/designer/model/trail.ts'
import { transitionsFrom } from '#src/client/designer/model/transitions.ts'
import { branchBegun, inBranchOrder } from '#src/client/tickets/detail/branchSteps.ts'
import { nested } from '#tests/models/workflows/branching.ts'

const approve = (key: string) => ({ ...newState(plain, 'approve'), key })
const plain: WorkflowDefinition = {
  key: 'cst_trip',
  group: 'receive',
  withdraw: 'whileRunning',
  allowSelf: false,
  repeat: 'off',
  states: [],
  transitions: [{ from: 'start', to: 'end' }],
}
const initial: WorkflowDefinition = {
  ...plain,
  states: [approve('first')],
  transitions: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'end' },
  ],
}
const over = { field: 'amount', op: 'gt', value: 5000 } as const
const surroundings = { fields: ['amount'], thresholds: {} }
const faults = (definition: WorkflowDefinition) => verify(definition, surroundings).map(({ message }) => message.key)
const transitionTexts = ({ transitions }: WorkflowDefinition) =>
  transitions.map(({ from, to, when }) => `${from}${when === undefined ? '-' : '?'}${to}`)
const parallel = insertBranches(initial, 1, 'parallel', undefined).definition
const inclusive = insertBranches(initial, 1, 'inclusive', over).definition

describe('actions on branches (20.9, 25.9 I14)', () => {
  it('branches put on a transition may be published as they are, before and behind any state, and run to the end', () => {
    for (const at of [0, 1])
      for (const branch of ['parallel', 'inclusive'] as const) {
        const { definition } = insertBranches(initial, at, branch, over)
        expect(faults(definition)).toEqual([])
        const { states, isComplete } = explore(definition, {}, () => false)
        expect([isComplete, states.toSorted()]).toEqual([true, ['approve', 'approve2', 'first']])
      }
    expect(transitionTexts(parallel).slice(1)).toEqual([
      'first-split',
      'split-approve',
      'split-approve2',
      'approve-join',
      'approve2-join',
      'join-end',
    ])
    expect(parallel.states.filter(isGateway).map(({ key }) => key)).toEqual(['split', 'join'])
  })

  it('a branch more and a branch less; a single one is none', () => {
    const three = addBranch(inclusive, 'split', over)
    expect(transitionTexts(three.definition).filter((transition) => transition.startsWith('split'))).toEqual([
      'split?approve',
      'split?approve3',
      'split-approve2',
    ])
    expect(faults(three.definition)).toEqual([])
    expect(faults(removeBranch(three.definition, 'split', 3))).toEqual([])
    const one = removeBranch(parallel, 'split', 2)
    expect(transitionTexts(one)).toEqual(['start-first', 'first-approve', 'approve-end'])
    expect(compileWorkflow(one).config.id).toBe('ticket')
    expect(transitionTexts(withoutTransition(parallel, transitionsFrom(parallel, 'split')[0]?.index ?? -1))).toEqual(
      transitionTexts(removeBranch(parallel, 'split', 1)),
    )
  })

  it('a step within, and branches within branches', () => {
    const inside = transitionsFrom(parallel, 'approve')[0]?.index ?? -1
    expect([liesInBranch(parallel, inside), liesInBranch(parallel, 0)]).toEqual([true, false])
    const longer = insertState(parallel, inside, approve('second'))
    expect(faults(longer)).toEqual([])
    const deeper = insertBranches(longer, inside, 'inclusive', over).definition
    expect(faults(deeper)).toEqual([])
    expect(faults(takeAway(deeper, 'split2'))).toEqual([])
    expect(moveState(deeper, 'split', 0)).toBe(deeper)
  })

  it('taken apart, nothing is lost: the states follow one another', () => {
    expect(transitionTexts(dissolve(parallel, 'split'))).toEqual([
      'start-first',
      'first-approve',
      'approve-approve2',
      'approve2-end',
    ])
    expect(transitionTexts(takeAway(parallel, 'join'))).toEqual(transitionTexts(dissolve(parallel, 'split')))
    const own = takeAway(nested(), 'open')
    expect(own.states.some(({ key }) => key === 'open')).toBe(false)
    expect(() => compileWorkflow(own)).not.toThrow()
  })

  it('of conditional branches all but the last ask, of parallel ones none', () => {
    const asked = setBranching(parallel, 'split', 'inclusive', over)
    expect(transitionTexts(asked).filter((transition) => transition.startsWith('split'))).toEqual([
      'split?approve',
      'split-approve2',
    ])
    expect(setBranching(asked, 'split', 'parallel', over)).toEqual(parallel)
  })

  it('copied as a whole', () => {
    const clip = clipOf(parallel, 'join')
    if (clip === null) throw new Error('nothing copied')
    const { definition, key } = pasteClip(parallel, 0, clip)
    expect([key, faults(definition)]).toEqual(['split2', []])
    expect(definition.states.find(({ key: one }) => one === 'join2')).toMatchObject({ joinOf: 'split2' })
    expect(clipOf(initial, 'start')).toBeNull()
  })
})

describe('branches on the canvas', () => {
  it('each lane holds its own states and no others, also one within another', () => {
    const definition = nested()
    const { lanes, nodes, edges, width, height } = placeAll(definition)
    const within = (fork: string, number: number) => {
      const lane = lanes.find((one) => one.fork === fork && one.number === number)
      if (!lane) throw new Error(`no lane ${number} of ${fork}`)
      return nodes
        .filter(({ x, y }) => x > lane.x && x < lane.x + lane.width && y > lane.y && y < lane.y + lane.height)
        .map(({ id }) => id)
        .toSorted()
    }
    const forks = [...new Set(lanes.map(({ fork }) => fork))]
    const outer = forks.flatMap((fork) =>
      lanes.filter((lane) => lane.fork === fork).map(({ number }) => [fork, number, within(fork, number)] as const),
    )
    expect(outer).toEqual([
      ['open', 1, ['first', 'legal', 'legalHead', 'second']],
      ['open', 2, ['money']],
      ['legal', 1, ['first']],
      ['legal', 2, ['second']],
    ])
    expect(edges.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(definition.transitions.map((_, at) => at))
    expect([width > 0, height > 0]).toEqual([true, true])
  })

  it('the path that shows a fault runs through all branches to their join', () => {
    const path = ['start', 'first', 'split', 'approve', 'approve2', 'join', 'end']
    expect(transitionsAlong(parallel, path)).toEqual(new Set(parallel.transitions.keys()))
  })

  it('faulty branches are drawn as transitions, so that they can be mended', () => {
    const crossed = { ...parallel, transitions: [...parallel.transitions, { from: 'approve', to: 'approve2' }] }
    expect(placeAll(crossed).edges.length).toBe(crossed.transitions.length)
    const { joinOf: _, ...last } = parallel.states.at(-1) ?? approve('none')
    const open = { ...parallel, states: [...parallel.states.slice(0, -1), last] }
    expect(placeAll(open).lanes).toEqual([])
  })

  it('Mermaid draws them as regions of one state', () => {
    expect(toMermaid(parallel, 'en').split('\n').slice(1)).toEqual([
      '  state "Approval" as first',
      '  state split <<fork>>',
      '  state join <<join>>',
      '  state split_branches {',
      '    state "Approval" as approve',
      '    [*] --> approve',
      '    approve --> [*]',
      '    --',
      '    state "Approval" as approve2',
      '    [*] --> approve2',
      '    approve2 --> [*]',
      '  }',
      '  split --> split_branches',
      '  split_branches --> join',
      '  [*] --> first',
      '  first --> split',
      '  join --> [*]',
    ])
  })
})

describe('steps in branches', () => {
  const step = (state: string, ...within: (readonly [string, number])[]) => ({
    state,
    ...(within.length > 0 && { within: within.map(([fork, number]) => ({ fork, number })) }),
  })

  it('are read branch by branch, whichever was faster, and each branch is named once', () => {
    const steps = inBranchOrder([
      step('open'),
      step('money', ['open', 2]),
      step('legal', ['open', 1]),
      step('second', ['open', 1], ['legal', 2]),
      step('first', ['open', 1], ['legal', 1]),
      step('joined'),
    ])
    expect(steps.map(({ state }, index) => [state, branchBegun(steps, index)])).toEqual([
      ['open', null],
      ['legal', 1],
      ['first', 1],
      ['second', 2],
      ['money', 2],
      ['joined', null],
    ])
  })

  it('branches are carried to another transition with all that stands in them, and stay as they are within', () => {
    const index = (definition: WorkflowDefinition, from: string, to: string) =>
      definition.transitions.findIndex((transition) => transition.from === from && transition.to === to)
    const moved = moveTo(parallel, 'split', index(parallel, 'start', 'first'))
    expect(transitionTexts(moved)).toEqual([
      'start-split',
      'join-first',
      'first-end',
      'split-approve',
      'split-approve2',
      'approve-join',
      'approve2-join',
    ])
    expect([faults(moved), moved.states.map(({ key }) => key)]).toEqual([
      [],
      ['split', 'approve', 'approve2', 'join', 'first'],
    ])
    // By keyboard the same, and back again; by its join as well.
    expect(transitionTexts(shift(parallel, 'split', -1)).toSorted()).toEqual(transitionTexts(moved).toSorted())
    expect(transitionTexts(shift(moved, 'join', 1)).toSorted()).toEqual(transitionTexts(parallel).toSorted())
    // Nowhere: into itself, or to where it stands.
    for (const [from, to] of [
      ['split', 'approve'],
      ['first', 'split'],
      ['join', 'end'],
    ] as const)
      expect(moveTo(parallel, 'split', index(parallel, from, to))).toEqual(parallel)
  })

  it('a branch takes the place of its neighbour; what is left over stays the last', () => {
    const swapped = moveBranch(parallel, { fork: 'split', number: 1 }, 2)
    expect(transitionsFrom(swapped, 'split').map(({ transition }) => transition.to)).toEqual(['approve2', 'approve'])
    expect(branchOf(swapped, 'approve')).toEqual({ fork: 'split', number: 2 })
    expect(faults(swapped)).toEqual([])
    expect(moveBranch(inclusive, { fork: 'split', number: 1 }, 2)).toEqual(inclusive)
    expect(moveBranch(parallel, { fork: 'split', number: 2 }, 3)).toEqual(parallel)
  })
})
