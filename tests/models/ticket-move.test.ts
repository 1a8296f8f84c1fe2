import { describe, expect, it } from 'vitest'
import { compileWorkflow } from '#machines/ticket/compile.ts'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition.ts'
import { violations, violationsOfStep } from '#machines/ticket/invariants.ts'
import { barToMove, type Move, move } from '#machines/ticket/move.ts'
import { liveTimers } from '#machines/ticket/projection.ts'
import { takenPath, wholePath } from '#machines/ticket/regions.ts'
import { step } from '#machines/ticket/replay.ts'
import { returnTargets } from '#machines/ticket/status.ts'
import { indexWorkflow } from '#machines/ticket/workflow.ts'
import { candidate, Story } from './workflows/desk.ts'
import { leave } from './workflows/leave.ts'

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

  it('which must be of the same kind, outside of branches, and one that it would enter', () => {
    const bars = ['first', 'large', 'left', 'join', 'work', 'gone'].map((target) =>
      barToMove(workflow, context, event(target)),
    )
    expect(bars).toEqual([null, 'condition', 'branches', 'branches', 'kind', 'unknown'])
    expect(barToMove(workflow, context, event('large', 4))).toBeNull()
    expect(move(machine, workflow, context, event('work'))).toEqual({ ok: false })
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
})
