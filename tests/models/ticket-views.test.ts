import { describe, expect, it } from 'vitest'
import type { NoticeOccasion, NoticeRule } from '#machines/ticket/definition/definition.ts'
import { filledIn, happenedBetween, rulesFor, unknownPlaceholders } from '#machines/ticket/definition/notices.ts'
import { compileWorkflow } from '#machines/ticket/engine/compile.ts'
import { liveTimers, peopleOf, taskChanges } from '#machines/ticket/engine/projection.ts'
import { persist, replay, restore } from '#machines/ticket/engine/replay.ts'
import { allowedEvents, currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { diagramOf } from '#machines/ticket/explore/diagram.ts'
import { explore } from '#machines/ticket/explore/explore.ts'
import { routeOf, worstCaseHours } from '#machines/ticket/explore/route.ts'
import { peopleOf as branchPeople, parallel } from './workflows/branching.ts'
import { finance } from './workflows/finance.ts'
import { leave } from './workflows/leave.ts'
import { other } from './workflows/other.ts'
import { row, state } from './workflows/small.ts'
import { APPLICANT, candidate, type PeopleOf, Story } from './workflows/story.ts'

const peopleIn: PeopleOf = (key) => (key === 'backToWork' ? [APPLICANT] : key === 'deptLeader' ? [11, 12] : [21])
const thresholds = { 'config.wf.t1': 5000, 'config.wf.t2': 50_000 }

describe('status and buttons', () => {
  it('I4, 20.2 the statuses of a leave from draft to done', () => {
    const story = new Story(leave, peopleIn, { days: 1 })
    const seen = [statusOf(story.snapshot)]
    for (const [who, what] of [
      [1, 'submit'],
      [11, 'return'],
      [1, 'submit'],
      [1, 'withdraw'],
      [1, 'submit'],
      [12, 'approve'],
      [1, 'handle'],
      [30, 'void'],
    ] as const) {
      seen.push(statusOf(story.does(who, what).snapshot))
    }
    expect(seen).toEqual([
      'draft',
      'running',
      'returned',
      'running',
      'withdrawn',
      'running',
      'handling',
      'completed',
      'voided',
    ])
  })

  it('I22 shows each person their own buttons', () => {
    const story = new Story(leave, peopleIn, { days: 1 }).does(APPLICANT, 'submit')
    expect(allowedEvents(story.snapshot, 11, story.now)).toEqual([
      'approve',
      'reject',
      'comment',
      'return',
      'transfer',
      'delegate',
      'cc',
    ])
    expect(allowedEvents(story.snapshot, APPLICANT, story.now)).toEqual(['withdraw', 'urge', 'comment', 'cc'])
    expect(allowedEvents(story.snapshot, 77, story.now)).toEqual(['comment', 'cc'])
  })
})

describe('tasks and timers as rows', () => {
  it('says what an event opened, closed and changed', () => {
    const story = new Story(row([state('first', { claim: true }), state('second')]), (key) =>
      key === 'first' ? [11, 12] : [21],
    )
    const before = story.does(APPLICANT, 'submit').snapshot.context
    const claimed = story.does(11, 'claim').snapshot.context
    const approved = story.does(11, 'approve').snapshot.context
    const brief = ({ opened, closed, changed }: ReturnType<typeof taskChanges>) =>
      [opened, closed, changed].map((tasks) => tasks.map((task) => task.holder))
    expect(brief(taskChanges(before, claimed))).toEqual([[], [], [11, 12]])
    expect(brief(taskChanges(claimed, approved))).toEqual([[21], [11, 12], []])
  })

  it('arms the timers of the live visit from its opening, the day of opensAtField among them', () => {
    const story = new Story(leave, peopleIn, { days: 1 }).does(APPLICANT, 'submit')
    expect(liveTimers(leave, story.snapshot.context).map(({ visit, key, openedAt }) => [visit, key, openedAt])).toEqual(
      [
        [1, 'half', story.now.at],
        [1, 'full', story.now.at],
      ],
    )
    story.does(11, 'approve')
    expect(liveTimers(leave, story.snapshot.context)).toMatchObject([
      { key: 'open', due: { action: 'open', field: 'endDate' } },
    ])
  })

  it('WF-18 everybody who has or had a task belongs to the ticket, the represented included', () => {
    const story = new Story(row([state('first')]), () => [candidate(12, 13), 14])
      .does(APPLICANT, 'submit')
      .does(12, 'transfer', { to: 15 })
    expect(peopleOf(story.snapshot.context)).toEqual([APPLICANT, 12, 13, 15, 14])
  })
})

describe('the route before submit (20.4)', () => {
  it('names skipped states with their reason and adds up the hours', () => {
    const route = routeOf(finance, { ...thresholds, amount: 6000 })
    expect(route.filter((step) => step.isSkipped)).toEqual([
      {
        state: 'bureauLeader',
        kind: 'approve',
        isSkipped: true,
        reason: [{ field: 'amount', op: 'gt', actual: 6000, wanted: 50_000, holds: false }],
        dueInHours: null,
      },
    ])
    expect(worstCaseHours(route)).toBe(48 + 24 + 48 + 96 + 48)
  })

  it('leaves out the states of the branch not taken', () => {
    expect(routeOf(other, { noteOnly: true }).map((step) => step.state)).toEqual([
      'deptLeader',
      'logisticsAssign',
      'applicantVerify',
    ])
  })

  it('is the route the machine then takes', () => {
    const story = new Story(leave, peopleIn, { days: 9, 'applicant.isDeptLeader': true })
    story.does(APPLICANT, 'submit').does(21, 'approve')
    expect(routeOf(leave, story.now.facts).map((step) => [step.state, step.isSkipped])).toEqual(
      story.visits.map((visit) => [visit.state, visit.outcome === 'skipped']),
    )
  })
})

describe('the diagram (20.7)', () => {
  const statuses = (story: Story) =>
    diagramOf(other, story.snapshot.context).nodes.map((node) => [node.id, node.status])
  const storyOf = () =>
    new Story(other, (key) => (key === 'applicantVerify' ? [APPLICANT] : key === 'deptLeader' ? [] : [21]), {
      noteOnly: true,
    })

  it('without a ticket everything lies ahead, and conditions stand at their edges', () => {
    const { nodes, edges } = diagramOf(other)
    expect(new Set(nodes.map((node) => node.status))).toEqual(new Set(['future']))
    expect(edges.map((edge) => [edge.from, edge.to, 'when' in edge])).toEqual(
      other.transitions.map(({ from, to, when }) => [from, to, when !== undefined]),
    )
  })

  it('marks what is done, current, ahead and passed by', () => {
    const midway = storyOf().does(APPLICANT, 'submit')
    expect(statuses(midway)).toEqual([
      ['start', 'done'],
      ['deptLeader', 'skipped'],
      ['logisticsAssign', 'current'],
      ['process', 'future'],
      ['applicantVerify', 'future'],
      ['end', 'future'],
    ])
    midway.does(21, 'approve').does(APPLICANT, 'handle')
    expect(statuses(midway)).toEqual([
      ['start', 'done'],
      ['deptLeader', 'skipped'],
      ['logisticsAssign', 'done'],
      ['process', 'skipped'],
      ['applicantVerify', 'done'],
      ['end', 'done'],
    ])
    expect(
      diagramOf(other, midway.snapshot.context)
        .edges.filter((edge) => edge.isTaken)
        .map((edge) => edge.id),
    ).toEqual([
      'start-deptLeader-0',
      'deptLeader-logisticsAssign-1',
      'logisticsAssign-applicantVerify-2',
      'applicantVerify-end-5',
    ])
  })
})

describe('snapshots and logs', () => {
  it('a snapshot that names an unknown state is refused', () => {
    const story = new Story(leave, peopleIn, { days: 1 }).does(APPLICANT, 'submit')
    expect(() =>
      restore(
        compileWorkflow(other),
        JSON.parse(JSON.stringify(persist(story.snapshot)).replaceAll('deptLeader', 'gone')),
      ),
    ).toThrow('does not fit')
  })

  it('I9 a log with an event the machine refuses is refused, with its number', () => {
    const story = new Story(leave, peopleIn, { days: 1 }).does(APPLICANT, 'submit').does(11, 'approve')
    const { log } = story.held
    const forged = log.map((event) => (event.type === 'approve' ? { ...event, actor: 77 } : event))
    expect(() => replay(story.held.machine, { applicant: APPLICANT }, forged)).toThrow(
      'event 3 of the log, approve, is refused',
    )
  })

  it('the chart exports as JSON with named guards and changes', () => {
    const chart = JSON.stringify(compileWorkflow(leave).config)
    expect(chart).toContain('"guard":{"type":"returnsTo","params":{"state":"divisionLeader","target":"deptLeader"}}')
    expect(chart).toContain('"actions":{"type":"vote","params":{"state":"deptLeader"}}')
  })

  it('a definition whose last transition is conditional does not compile (WFD-03)', () => {
    const when = { field: 'amount', op: 'empty' } as const
    const { transitions } = leave
    expect(() =>
      compileWorkflow({ ...leave, transitions: transitions.map((transition) => ({ ...transition, when })) }),
    ).toThrow('WFD-03')
  })
})

describe('exploring', () => {
  it('finds the shortest path to every transition, each of which the machine can walk', () => {
    const found = explore(other, {}, () => false)
    expect(found.isComplete).toBe(true)
    expect(found.states.toSorted()).toEqual(['applicantVerify', 'deptLeader', 'logisticsAssign', 'process'])
    const machine = compileWorkflow(other)
    for (const path of found.paths) {
      const reached = replay(machine, { applicant: APPLICANT }, path.events)
      expect(path.transition.endsWith(`-> ${currentStates(reached)[0] ?? statusOf(reached)}`)).toBe(true)
    }
    expect(found.paths.map((path) => path.transition)).toContain('process: refuse -> returned')
  })

  it('stops at its budget and says so', () => {
    const found = explore(finance, thresholds, (moments) => moments >= 100)
    expect(found.isComplete).toBe(false)
    expect(found.moments).toBeLessThan(200)
  })
})

describe('speed', () => {
  it('compiles a workflow well within 5 ms and replays thousands of events a second', { timeout: 60_000 }, () => {
    const timed = (work: () => void) => {
      const begin = performance.now()
      work()
      return performance.now() - begin
    }
    const best = (runs: number, work: () => void) => Math.min(...Array.from({ length: runs }, () => timed(work)))
    expect(best(20, () => compileWorkflow(finance))).toBeLessThan(5)

    const story = new Story(leave, peopleIn, { days: 8 })
      .does(APPLICANT, 'submit')
      .does(11, 'approve')
      .does(21, 'approve')
    const { machine, log } = story.held
    const perEvent = best(200, () => replay(machine, { applicant: APPLICANT }, log)) / log.length
    expect(perEvent).toBeLessThan(0.5)
  })
})

describe('20.9 notices of a workflow', () => {
  const rule = (on: NoticeOccasion, more: Partial<NoticeRule> = {}): NoticeRule => ({
    key: on,
    on,
    to: { type: 'applicant' },
    channel: 'message',
    text: { zhHans: '', en: '' },
    ...more,
  })
  const storyOf = (story: Story, action: () => unknown, ...notices: readonly NoticeRule[]) => {
    const before = { context: story.snapshot.context, status: statusOf(story.snapshot) }
    action()
    const after = { context: story.snapshot.context, status: statusOf(story.snapshot) }
    return rulesFor({ ...parallel(), notices }, happenedBetween(before, after)).map(({ rule: { on }, state: at }) => [
      on,
      at,
    ])
  }
  const all = (
    ['submitted', 'entered', 'passed', 'returned', 'rejected', 'withdrawn', 'completed', 'voided'] as const
  ).map((on) => rule(on))

  it('know what one decision brought about, in every state of several branches', () => {
    const story = new Story(parallel(), branchPeople)
    expect(storyOf(story, () => story.does(APPLICANT, 'submit'), ...all)).toEqual([
      ['submitted', null],
      ['entered', 'open'],
    ])
    expect(storyOf(story, () => story.does(10, 'approve'), ...all)).toEqual([
      ['entered', 'legal'],
      ['entered', 'money'],
      ['passed', 'open'],
    ])
    expect(storyOf(story, () => story.does(20, 'approve'), rule('passed', { state: 'money' }))).toEqual([])
    expect(storyOf(story, () => story.does(APPLICANT, 'withdraw'), ...all)).toEqual([['withdrawn', null]])
  })

  it('name what they may name, and nothing else', () => {
    const values = { no: 'T-1', title: '{no}', applicant: 'Pan', state: 'Legal' }
    expect(filledIn('{no} {title} {state} by {applicant} {amount}', values)).toBe('T-1 {no} Legal by Pan {amount}')
    expect(unknownPlaceholders('{no} {amount}')).toEqual(['amount'])
  })
})
