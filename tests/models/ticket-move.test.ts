import { describe, expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { indexWorkflow } from '#machines/ticket/definition/workflow.ts'
import { childrenIn } from '#machines/ticket/engine/children.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations, violationsOfStep } from '#machines/ticket/engine/invariants.ts'
import { barToMove, type Move, move } from '#machines/ticket/engine/move.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { takenPath, wholePath } from '#machines/ticket/engine/regions.ts'
import { type Step, step } from '#machines/ticket/engine/replay.ts'
import { currentStates, returnTargets } from '#machines/ticket/engine/status.ts'
import type { TicketContext, Visit } from '#machines/ticket/engine/vocabulary.ts'
import { inclusive, nested, parallel, submitted } from './workflows/branching.ts'
import { leave } from './workflows/leave.ts'
import { row, state } from './workflows/small.ts'
import { candidate, Story } from './workflows/story.ts'

const text = { zhHans: '环节', en: 'State' }
const role = (name: string) => ({ type: 'role', role: name }) as const
const approving = (key: string, more: Partial<StateDefinition> = {}): StateDefinition => ({
  key,
  name: text,
  kind: 'approve',
  participant: role(key),
  mode: 'any',
  emptyPolicy: { type: 'block' },
  allowReturn: 'any',
  ...more,
})
/** Another version of the leave: other keys, branches, a condition, and somebody who works. */
const other: WorkflowDefinition = {
  ...leave,
  states: [
    approving('first'),
    approving('large', { enterWhen: { field: 'days', op: 'gt', value: 3 }, timers: [] }),
    approving('fork', { branch: 'parallel' }),
    approving('left'),
    approving('right'),
    approving('join', { joinOf: 'fork' }),
    approving('work', { kind: 'handle' }),
  ],
  transitions: [
    { from: 'start', to: 'first' },
    { from: 'first', to: 'large' },
    { from: 'large', to: 'fork' },
    { from: 'fork', to: 'left' },
    { from: 'fork', to: 'right' },
    { from: 'left', to: 'join' },
    { from: 'right', to: 'join' },
    { from: 'join', to: 'work' },
    { from: 'work', to: 'end' },
  ],
}

describe('25.11 a ticket is brought by hand into a state of another version', () => {
  const people = (state: string) => [state === 'deptLeader' ? 10 : 11]
  const story = new Story(leave, people, { days: 5 }).does(1, 'submit').does(10, 'approve')
  const { context } = story.snapshot
  const workflow = indexWorkflow(other)
  const machine = compileWorkflow(other)
  const event = (target: string, days = 2): Move => ({
    ...story.now,
    facts: { days },
    type: 'move',
    actor: 50,
    comment: 'a sound reason',
    from: 7,
    target,
  })

  it('which must be of the same kind, and one that it would enter', () => {
    const bars = ['first', 'large', 'left', 'join', 'fork', 'work', 'gone'].map((target) =>
      barToMove(machine, workflow, context, event(target)),
    )
    expect(bars).toEqual([null, 'condition', null, null, null, 'kind', 'unknown'])
    expect(barToMove(machine, workflow, context, event('large', 4))).toBeNull()
    expect(move(machine, workflow, context, event('work'))).toEqual({ ok: false })
  })

  it('of several each in a branch of its own', () => {
    const barOf = (target: string, beside: readonly string[]) =>
      barToMove(machine, workflow, context, { ...event(target), beside })
    expect(barOf('left', ['right'])).toBeNull()
    expect(barOf('left', ['left'])).toBeNull()
    expect(barOf('left', ['join'])).toBe('branches')
    expect(barOf('left', ['first'])).toBe('branches')
    expect(barOf('fork', ['left'])).toBe('branches')
  })

  it('where it asks for its people, keeps its past for reading, and can be returned to nothing of it', () => {
    const result = move(machine, workflow, context, event('first'))
    if (!result.ok) throw new Error('refused')
    expect(result.actions).toMatchObject([{ type: 'resolveParticipants', params: { state: 'first' } }])
    const visit = context.visits.length + 1
    const found = [candidate(20)]
    const staffed = step(machine, result.snapshot, { ...story.now, type: 'participants', visit, people: found })
    if (!staffed.ok) throw new Error('refused')
    const after = staffed.snapshot.context
    expect(violations(other, staffed.snapshot)).toEqual([])
    expect(violationsOfStep(context, after)).toEqual([])
    expect(liveTimers(other, after)).toEqual([])
    expect(takenPath(after).map(({ id }) => id)).toEqual([visit])
    expect(wholePath(after).length).toBe(visit)
    expect(after.visits.at(-2)?.outcome).toBe('moved')
    expect(returnTargets(staffed.snapshot, 20)).toEqual(['start'])
  })

  it('and no chart takes the event by itself', () => {
    expect(story.snapshot.can(event('first'))).toBe(false)
  })

  const brought = (from: TicketContext, into: WorkflowDefinition, more: Partial<Move>) => {
    const result = move(compileWorkflow(into), indexWorkflow(into), from, { ...event('first'), ...more })
    if (!result.ok) throw new Error('refused')
    return result
  }
  const asks = ({ actions }: Step) =>
    actions.flatMap((action) => (action.type === 'resolveParticipants' ? [action.params.state] : []))
  const statesOf = (visits: readonly Visit[]) => visits.map(({ state, outcome }) => `${state} ${outcome}`)

  it('into a branch: the state that opens the block is passed over, and the others begin', () => {
    const result = brought(context, nested(), { target: 'second' })
    expect(currentStates(result.snapshot).toSorted()).toEqual(['first', 'money', 'second'])
    expect(asks(result).toSorted()).toEqual(['first', 'money', 'second'])
    const after = result.snapshot.context
    expect(statesOf(after.visits.slice(context.visits.length, -3))).toEqual(['open skipped', 'legal skipped'])
    expect(after.visits.flatMap(({ moved, id }) => (moved ? [[id, moved.from]] : []))).toEqual([
      [context.visits.length + 1, 7],
    ])
    expect(violations(nested(), result.snapshot)).toEqual([])
  })

  it('into a place in each of two branches, and into a join, for which all of them count as through', () => {
    const both = brought(context, parallel(), { target: 'legalHead', beside: ['money'] })
    expect(currentStates(both.snapshot).toSorted()).toEqual(['legalHead', 'money'])
    const joined = brought(context, parallel(), { target: 'joined' })
    expect(currentStates(joined.snapshot)).toEqual(['joined'])
    expect(violations(parallel(), joined.snapshot)).toEqual([])
  })

  it('into no branch whose condition does not hold; into those that hold besides', () => {
    const of = (amount: number, target: string) => ({ ...event(target), facts: { amount } })
    const [chart, indexed] = [compileWorkflow(inclusive()), indexWorkflow(inclusive())]
    expect(barToMove(chart, indexed, context, of(1, 'legal'))).toBe('condition')
    const result = brought(context, inclusive(), of(60, 'money'))
    expect(currentStates(result.snapshot).toSorted()).toEqual(['legal', 'money'])
  })

  it('into a gateway: all branches begin', () => {
    const gate = {
      kind: 'cc',
      participant: { type: 'several', of: [] },
      emptyPolicy: { type: 'skip' },
      timers: [],
    } as const satisfies Partial<StateDefinition>
    const gated = parallel({ open: gate })
    expect(currentStates(brought(context, gated, { target: 'open' }).snapshot).toSorted()).toEqual(['legal', 'money'])
  })

  it('out of branches: every live visit closes', () => {
    const inside = submitted(parallel()).does(10, 'approve').snapshot.context
    const result = brought(inside, leave, { target: 'deptLeader' })
    expect(statesOf(result.snapshot.context.visits)).toEqual([
      'open passed',
      'legal moved',
      'money moved',
      'deptLeader null',
    ])
    expect(violations(leave, result.snapshot)).toEqual([])
  })

  it('into a state that files a ticket, and out of one', () => {
    const files = row([
      state('file', { kind: 'sub', child: { type: 'other', values: {}, wait: true }, emptyPolicy: { type: 'skip' } }),
    ])
    const result = brought(context, files, { target: 'file' })
    expect(result.actions).toMatchObject([{ type: 'fileChild', params: { state: 'file' } }])
    const visit = context.visits.length + 1
    const filed = step(compileWorkflow(files), result.snapshot, {
      ...story.now,
      type: 'child',
      visit,
      ticket: 77,
      said: 'filed',
    })
    if (!filed.ok) throw new Error('refused')
    expect(violations(files, filed.snapshot)).toEqual([])
    const out = brought(filed.snapshot.context, leave, { target: 'deptLeader' })
    // Nobody waits for ticket 77 any more.
    expect(childrenIn(out.snapshot.context, true)).toEqual([])
  })
})
