import { describe, expect, it } from 'vitest'
import { assign, setup } from 'xstate'
import {
  type ModelOptions,
  reachableStates,
  refusals,
  runPath,
  shortestPaths,
  shortestPathsCoveringTransitions,
  transitionCoverage,
  transitionIds,
} from './model.ts'

interface Context {
  readonly asked: readonly string[]
  readonly agreed: readonly string[]
}
type Decision = { type: 'SUBMIT'; asked: string[] } | { type: 'APPROVE' | 'REJECT'; by: string }

/** All who are asked must agree: guards that depend on the context, no invoke, no delay. */
const approval = setup({
  types: { context: {} as Context, events: {} as Decision },
  actions: {
    announce: (_, _outcome: { outcome: string }) => {
      throw new Error('announce was not provided')
    },
  },
  guards: {
    isAsked: ({ context }, { by }: { by: string }) => context.asked.includes(by) && !context.agreed.includes(by),
    isLast: ({ context }) => context.agreed.length === context.asked.length,
  },
}).createMachine({
  id: 'approval',
  context: { asked: [], agreed: [] },
  initial: 'draft',
  states: {
    draft: { on: { SUBMIT: { target: 'running', actions: assign(({ event }) => ({ asked: event.asked })) } } },
    running: {
      always: { guard: 'isLast', target: 'approved' },
      on: {
        APPROVE: {
          guard: { type: 'isAsked', params: ({ event }) => event },
          actions: assign(({ context, event }) => ({ agreed: [...context.agreed, event.by].sort() })),
        },
        REJECT: { guard: { type: 'isAsked', params: ({ event }) => event }, target: 'rejected' },
      },
    },
    approved: { entry: { type: 'announce', params: { outcome: 'approved' } }, type: 'final' },
    rejected: { entry: { type: 'announce', params: { outcome: 'rejected' } }, type: 'final' },
  },
})

const everybody = ['he', 'ge', 'li']
const options: ModelOptions<typeof approval> = {
  events: (snapshot) => [
    { type: 'SUBMIT', asked: ['he', 'ge'] },
    ...everybody.flatMap((by): Decision[] => [
      { type: 'APPROVE', by },
      { type: 'REJECT', by: snapshot.context.asked[0] ?? by },
    ]),
  ],
}

describe('the model of a machine whose guards depend on its context', () => {
  it('finds every moment and every accepted event, given events as a function of the moment', () => {
    const moments = reachableStates(approval, options).map(({ value, context }) => [value, context.agreed.length])
    expect(moments.map((it) => it.join(' ')).toSorted()).toEqual([
      'approved 2',
      'draft 0',
      'rejected 0',
      'rejected 1',
      'running 0',
      'running 1',
      'running 1',
    ])
  })

  it('covers every transition with few paths, the eventless one included, and lists what the outside must do', () => {
    const paths = shortestPathsCoveringTransitions(approval, options)
    const coverage = transitionCoverage(approval)
    const outcomes = paths.map((path) => {
      const run = runPath(approval, path)
      coverage.add(run)
      return run.effects
    })
    coverage.assertFullCoverage()
    expect(paths.length).toBeLessThan(shortestPaths(approval, options).length)
    expect(outcomes.toSorted()).toEqual([
      [{ type: 'announce', params: { outcome: 'approved' } }],
      [{ type: 'announce', params: { outcome: 'rejected' } }],
    ])
  })

  it('names the transitions no run took', () => {
    const coverage = transitionCoverage(approval)
    expect(coverage.missing()).toEqual(transitionIds(approval))
    for (const path of shortestPaths(approval, { events: [{ type: 'SUBMIT', asked: ['he'] }] }))
      coverage.add(runPath(approval, path))
    expect(coverage.missing()).not.toContain('approval.draft: SUBMIT -> approval.running')
    expect(() => coverage.assertFullCoverage()).toThrow('approval.running: REJECT -> approval.rejected')
  })

  it('fails where a machine does not go where its model says', () => {
    const paths = shortestPaths(approval, options)
    const deaf = approval.provide({ guards: { isAsked: () => false } })
    expect(() => paths.map((path) => runPath(deaf, path))).toThrow('APPROVE')
  })

  it('lists every event refused at every moment', () => {
    const running = reachableStates(approval, options).filter(({ value }) => value === 'running')
    const refused = refusals(approval, running, [
      { type: 'SUBMIT', asked: [] },
      { type: 'APPROVE', by: 'li' },
    ])
    expect(refused).toHaveLength(running.length * 2)
  })
})
