import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { liveTimers, tasksOf } from '#machines/ticket/engine/projection.ts'
import { persist, replay, restore } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, currentStates, returnTargets, statusOf } from '#machines/ticket/engine/status.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { TicketEvent } from '#machines/ticket/engine/vocabulary.ts'
import { diagramOf } from '#machines/ticket/explore/diagram.ts'
import { explore } from '#machines/ticket/explore/explore.ts'
import { routeAhead, routeOf, worstCaseHours } from '#machines/ticket/explore/route.ts'
import { branching, inclusive, nested, parallel, peopleOf, submitted } from './workflows/branching.ts'
import { by, given, Story } from './workflows/story.ts'

const at = (story: Story) =>
  currentStates(story.snapshot).length > 0 ? currentStates(story.snapshot) : statusOf(story.snapshot)
const open = (story: Story) =>
  tasksOf(story.snapshot.context)
    .filter((task) => task.status === 'open')
    .map((task) => [task.state, task.holder])
const sound = (definition: WorkflowDefinition, story: Story) => {
  expect(violations(definition, story.snapshot)).toEqual([])
  return story
}
const visitIn = (story: Story, key: string) =>
  liveVisits(story.snapshot.context).find((visit) => visit.state === key)?.id ?? 0

describe('I14 parallel branches', () => {
  it('all open at once, one after another within each, and the join waits for the last', () => {
    const story = submitted(parallel())
    expect(at(story)).toEqual(['open'])
    expect(at(story.does(10, 'approve'))).toEqual(['legal', 'money'])
    expect(open(story)).toEqual([
      ['legal', 20],
      ['money', 30],
    ])
    expect(at(sound(parallel(), story.does(20, 'approve')))).toEqual(['legalHead', 'money'])
    expect(at(sound(parallel(), story.does(30, 'approve')))).toEqual(['legalHead'])
    expect(at(sound(parallel(), story.does(21, 'approve')))).toEqual(['joined'])
    expect(at(story.does(40, 'approve'))).toBe('completed')
  })

  it('the join is entered once, and its visit follows all branches', () => {
    const story = submitted(parallel()).does(10, 'approve').does(30, 'approve').does(20, 'approve').does(21, 'approve')
    expect(story.visits.map(({ state: key, regions }) => [key, regions ?? []])).toEqual([
      ['open', []],
      ['legal', ['1.1']],
      ['money', ['1.2']],
      ['legalHead', ['1.1']],
      ['joined', []],
    ])
    expect(story.visits[0]?.branches?.map(({ number, arrivedAt }) => [number, arrivedAt !== null])).toEqual([
      [1, true],
      [2, true],
    ])
  })

  it('the chart is a parallel state with a region for each branch', () => {
    const story = submitted(parallel()).does(10, 'approve').does(30, 'approve')
    expect(story.snapshot.value).toEqual({
      process: { open_branches: { branch_1: { legal: 'open' }, branch_2: 'arrived' } },
    })
  })

  it('I9 a ticket in branches is stored, restored and replayed', () => {
    const story = submitted(parallel()).does(10, 'approve').does(30, 'approve')
    const machine = compileWorkflow(parallel())
    const stored = persist(story.snapshot)
    expect(persist(restore(machine, stored))).toEqual(stored)
    expect(persist(replay(machine, { applicant: 1 }, story.held.log))).toEqual(stored)
  })

  it('I17 each branch has the timers of its own visit', () => {
    const story = submitted(parallel()).does(10, 'approve')
    expect(liveTimers(parallel(), story.snapshot.context).map(({ state: key, key: rule }) => [key, rule])).toEqual([
      ['legal', 'late'],
      ['money', 'late'],
    ])
    story.send(story.timer('late', [], visitIn(story, 'money')))
    expect(liveTimers(parallel(), story.snapshot.context).map(({ state: key }) => key)).toEqual(['legal'])
  })

  it('states passed over and copies do not hold a branch up', () => {
    const skipping = parallel({
      legal: { enterWhen: { field: 'amount', op: 'gt', value: 5 } },
      legalHead: { kind: 'cc' },
    })
    const story = submitted(skipping, { amount: 1 }).does(10, 'approve')
    expect(at(sound(skipping, story))).toEqual(['money'])
    expect(at(story.does(30, 'approve'))).toEqual(['joined'])
  })

  it('WF-16 haste is asked of all branches at once', () => {
    const story = submitted(parallel()).does(10, 'approve').does(1, 'urge')
    expect(story.asked).toEqual(['remind', 'remind'])
  })
})

describe('I14 inclusive branches', () => {
  it.each([
    [1, ['other']],
    [10, ['legal']],
    [100, ['legal', 'money']],
  ] as const)('amount %i opens %j', (amount, keys) => {
    const story = submitted(inclusive(), { amount }).does(10, 'approve')
    expect(at(sound(inclusive(), story))).toEqual(keys)
  })

  it('the join waits for exactly the branches taken', () => {
    const story = submitted(inclusive(), { amount: 10 }).does(10, 'approve').does(20, 'approve')
    expect(at(sound(inclusive(), story))).toEqual(['joined'])
  })

  it('a change of the form does not open a branch afterwards', () => {
    const story = submitted(inclusive(), { amount: 10 }).does(10, 'approve').when({ amount: 100 }, 'changed')
    expect(at(sound(inclusive(), story.does(20, 'approve')))).toEqual(['joined'])
  })

  it('a transition straight to the join is a branch that has arrived', () => {
    const straight = branching('inclusive', [
      { from: 'open', to: 'legal', when: { field: 'amount', op: 'gt', value: 5 } },
      { from: 'open', to: 'joined' },
      { from: 'legal', to: 'joined' },
    ])
    expect(at(sound(straight, submitted(straight, { amount: 1 }).does(10, 'approve')))).toEqual(['joined'])
    expect(at(submitted(straight, { amount: 9 }).does(10, 'approve'))).toEqual(['legal'])
  })
})

describe('25.3 return and branches', () => {
  it('25.12 return out of parallel branches neither duplicates nor loses tasks', () => {
    const story = submitted(parallel()).does(10, 'approve').does(20, 'approve')
    sound(parallel(), story.does(21, 'return', { target: 'open' }))
    expect(at(story)).toEqual(['open'])
    expect(open(story)).toEqual([['open', 10]])
    expect(
      tasksOf(story.snapshot.context).map(({ state: key, status, cancelledBy }) => [key, status, cancelledBy]),
    ).toEqual([
      ['open', 'done', null],
      ['legal', 'done', null],
      ['money', 'cancelled', 'return'],
      ['legalHead', 'done', null],
      ['open', 'open', null],
    ])
    story.does(10, 'approve')
    expect(open(sound(parallel(), story))).toEqual([
      ['legal', 20],
      ['money', 30],
    ])
    story.does(30, 'approve').does(20, 'approve').does(21, 'approve').does(40, 'approve')
    expect(at(sound(parallel(), story))).toBe('completed')
  })

  it('25.12 timers are armed again after a return', () => {
    const story = submitted(parallel()).does(10, 'approve').does(20, 'approve')
    const keys = () => liveTimers(parallel(), story.snapshot.context).map(({ visit, state: key }) => [visit, key])
    expect(keys()).toEqual([
      [3, 'money'],
      [4, 'legalHead'],
    ])
    story.does(21, 'return', { target: 'open' })
    expect(keys()).toEqual([[5, 'open']])
    story.does(10, 'approve')
    expect(keys()).toEqual([
      [6, 'legal'],
      [7, 'money'],
    ])
  })

  it('within a branch it leaves the others alone', () => {
    const story = submitted(parallel()).does(10, 'approve').does(20, 'approve')
    sound(parallel(), story.does(21, 'return', { target: 'legal' }))
    expect(at(story)).toEqual(['legal', 'money'])
    expect(open(story)).toEqual([
      ['money', 30],
      ['legal', 20],
    ])
    story.does(20, 'approve').does(21, 'approve').does(30, 'approve')
    expect(at(sound(parallel(), story))).toEqual(['joined'])
  })

  it('never leads into a branch beside it, nor from behind the join back into one', () => {
    const story = submitted(parallel()).does(10, 'approve').does(20, 'approve')
    expect(returnTargets(story.snapshot, 30)).toEqual(['start', 'open'])
    expect(returnTargets(story.snapshot, 21)).toEqual(['start', 'open', 'legal'])
    story.does(21, 'approve').does(30, 'approve')
    expect(returnTargets(story.snapshot, 40)).toEqual(['start', 'open'])
    expect(story.may(40, 'return', { target: 'legal' })).toBe(false)
  })

  it('to the applicant closes every branch, and the next round opens them anew', () => {
    const story = submitted(parallel()).does(10, 'approve')
    sound(parallel(), story.does(30, 'return'))
    expect([at(story), open(story)]).toEqual(['returned', []])
    story.does(1, 'submit').does(10, 'approve')
    expect(at(sound(parallel(), story))).toEqual(['legal', 'money'])
  })
})

describe('I1 the end of a ticket in branches', () => {
  it('a rejection in one branch ends the ticket and closes the others', () => {
    const story = submitted(parallel()).does(10, 'approve').does(30, 'reject')
    expect([at(sound(parallel(), story)), open(story), story.asked]).toEqual(['rejected', [], ['onReject', 'announce']])
    expect(story.visits.map(({ state: key, outcome }) => [key, outcome])).toEqual([
      ['open', 'passed'],
      ['legal', 'cancelled'],
      ['money', 'rejected'],
    ])
  })

  it('a withdrawal closes every branch', () => {
    const story = submitted(parallel()).does(10, 'approve').does(1, 'withdraw')
    expect([at(sound(parallel(), story)), open(story)]).toEqual(['withdrawn', []])
    expect(liveTimers(parallel(), story.snapshot.context)).toEqual([])
  })
})

describe('somebody in two branches', () => {
  /** 50 approves in both branches. */
  const both = () =>
    new Story(parallel(), (key) => (key === 'legal' || key === 'money' ? [50] : peopleOf(key)))
      .does(1, 'submit')
      .does(10, 'approve')

  it('says which visit is meant, and is refused without', () => {
    const story = both()
    expect(story.may(50, 'approve')).toBe(false)
    const event = { ...by(50, 'approve', given()), visit: visitIn(story, 'money') } as TicketEvent
    expect(at(story.send(event))).toEqual(['legal'])
    expect(at(story.does(50, 'approve'))).toEqual(['legalHead'])
  })

  it('I22 has the buttons of both', () => {
    const story = both()
    expect(allowedEvents(story.snapshot, 50, given())).toContain('approve')
    expect(returnTargets(story.snapshot, 50)).toEqual(['start', 'open'])
  })

  it('WF-05 is asked in both branches: an approval beside a step is not before it', () => {
    const once = { ...parallel(), repeat: 'earlierInRound' as const }
    const story = new Story(once, (key) => (key === 'money' || key === 'legalHead' ? [50] : peopleOf(key)))
    story.does(1, 'submit').does(10, 'approve').does(50, 'approve').does(20, 'approve')
    expect(open(story)).toEqual([['legalHead', 50]])
  })

  it('WF-05 is not asked again by the join after either branch', () => {
    const once = { ...parallel(), repeat: 'preceding' as const }
    const story = new Story(once, (key) => (key === 'money' || key === 'joined' ? [50] : peopleOf(key)))
    story.does(1, 'submit').does(10, 'approve').does(50, 'approve').does(20, 'approve').does(21, 'approve')
    expect(at(sound(once, story))).toBe('completed')
  })
})

describe('branches in branches', () => {
  it('are joined from the inside out', () => {
    const story = submitted(nested()).does(10, 'approve').does(20, 'approve')
    expect(at(sound(nested(), story))).toEqual(['first', 'second', 'money'])
    story.does(51, 'approve').does(30, 'approve')
    expect(at(sound(nested(), story))).toEqual(['second'])
    expect(at(sound(nested(), story.does(52, 'approve')))).toEqual(['legalHead'])
    expect(at(sound(nested(), story.does(21, 'approve')))).toEqual(['joined'])
  })

  it('25.3 a return to the outer branch closes the inner ones and leaves the rest', () => {
    const story = submitted(nested()).does(10, 'approve').does(20, 'approve')
    expect(returnTargets(story.snapshot, 51)).toEqual(['start', 'open', 'legal'])
    sound(nested(), story.does(51, 'return', { target: 'legal' }))
    expect(at(story)).toEqual(['legal', 'money'])
    expect(open(story)).toEqual([
      ['money', 30],
      ['legal', 20],
    ])
  })
})

describe('what is shown of branches', () => {
  it('the preview walks each branch, and the longest of them counts', () => {
    const route = routeOf(parallel(), {})
    expect(route.map(({ state: key, within = [] }) => [key, within.map(({ number }) => number)])).toEqual([
      ['open', []],
      ['legal', [1]],
      ['legalHead', [1]],
      ['money', [2]],
      ['joined', []],
    ])
    expect(worstCaseHours(route)).toBe(8 + (8 + 8) + 8)
  })

  it('what lies ahead is the rest of each branch, then what follows the join', () => {
    const story = submitted(parallel()).does(10, 'approve')
    const ahead = () => routeAhead(parallel(), story.snapshot.context, {}).map((step) => step.state)
    expect(ahead()).toEqual(['legalHead', 'joined'])
    story.does(20, 'approve')
    expect(ahead()).toEqual(['joined'])
  })

  it('the diagram marks all current states, the transitions taken and the branches not taken', () => {
    const story = submitted(inclusive(), { amount: 10 }).does(10, 'approve')
    const diagram = diagramOf(inclusive(), story.snapshot.context)
    expect(diagram.nodes.map(({ id, status }) => [id, status])).toEqual([
      ['start', 'done'],
      ['open', 'done'],
      ['legal', 'current'],
      ['money', 'skipped'],
      ['other', 'skipped'],
      ['joined', 'future'],
      ['end', 'future'],
    ])
    expect(diagram.edges.filter((edge) => edge.isTaken).map(({ from, to }) => [from, to])).toEqual([
      ['start', 'open'],
      ['open', 'legal'],
    ])
    const all = submitted(parallel()).does(10, 'approve').does(30, 'approve').does(20, 'approve').does(21, 'approve')
    expect(diagramOf(parallel(), all.does(40, 'approve').snapshot.context).edges.every((edge) => edge.isTaken)).toBe(
      true,
    )
  })
})

it('every path through branches keeps the invariants and reaches every state', { timeout: 60_000 }, () => {
  const found = explore(parallel({}, { allowTransfer: false, timers: [] }), {}, () => false)
  expect(found.isComplete).toBe(true)
  expect(new Set(found.states)).toEqual(new Set(['open', 'legal', 'legalHead', 'money', 'joined']))
})
