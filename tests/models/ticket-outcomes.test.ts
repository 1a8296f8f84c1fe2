/** What a rejection leads to (25.2), and timers that repeat or hand over (25.8). */
import { describe, expect, it } from 'vitest'
import type { RejectTarget, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { liveTimers } from '#machines/ticket/engine/projection.ts'
import { currentStates, statusOf } from '#machines/ticket/engine/status.ts'
import { explore } from '#machines/ticket/explore/explore.ts'
import { parallel, peopleOf, submitted } from './workflows/branching.ts'
import { row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, Story } from './workflows/story.ts'

const people = { first: [11], second: [21, 22], third: [31] } as const
const chain = (onReject: RejectTarget, changed: Partial<StateDefinition> = {}) =>
  row([state('first'), state('second', { mode: 'all', onReject, ...changed }), state('third', { onReject })])
const storyOf = (definition: ReturnType<typeof chain>) =>
  new Story(definition, (key) => people[key as keyof typeof people] ?? []).does(APPLICANT, 'submit').does(11, 'approve')
const at = ({ snapshot }: Story) => [statusOf(snapshot), ...currentStates(snapshot)]

describe('25.2 what a rejection leads to', () => {
  it('the end, where nothing is said', () => {
    expect(at(storyOf(chain('end')).does(21, 'reject'))).toEqual(['rejected'])
  })

  it('the applicant, who may submit again', () => {
    const story = storyOf(chain('start')).does(21, 'reject')
    expect([at(story), story.asked]).toEqual([['returned'], ['onReturn', 'announce']])
    expect(violations(chain('start'), story.snapshot)).toEqual([])
    expect(at(story.does(APPLICANT, 'submit'))).toEqual(['running', 'first'])
    expect(story.snapshot.context.round).toBe(2)
  })

  it('an earlier state, whose people act again; each mode says when the visit is rejected', () => {
    const story = storyOf(chain({ state: 'first' }, { mode: 'anyApproval' })).does(21, 'reject')
    expect(at(story)).toEqual(['running', 'second'])
    expect(at(story.does(22, 'reject'))).toEqual(['running', 'first'])
    expect([slotsOf(story), story.visit.viaReturn]).toEqual([[[11, 'open']], true])
    expect(violations(chain({ state: 'first' }, { mode: 'anyApproval' }), story.snapshot)).toEqual([])
    expect(at(story.does(11, 'approve'))).toEqual(['running', 'second'])
  })

  it('the applicant after all, where the earlier state was passed by', () => {
    const passed = row([
      state('first', { enterWhen: { field: 'amount', op: 'gt', value: 5 } }),
      state('second', { onReject: { state: 'first' } }),
    ])
    const story = new Story(passed, () => [21], { amount: 1 }).does(APPLICANT, 'submit').does(21, 'reject')
    expect(at(story)).toEqual(['returned'])
  })

  it('within a branch, and out of it: what stands beside it is closed only in the second case', () => {
    const within = submitted(parallel({ legalHead: { onReject: { state: 'legal' } } }))
    within.does(10, 'approve').does(20, 'approve').does(21, 'reject')
    expect(currentStates(within.snapshot)).toEqual(['legal', 'money'])
    const out = submitted(parallel({ legalHead: { onReject: { state: 'open' } } }))
    out.does(10, 'approve').does(20, 'approve').does(21, 'reject')
    expect(currentStates(out.snapshot)).toEqual(['open'])
    expect(violations(parallel({ legalHead: { onReject: { state: 'open' } } }), out.snapshot)).toEqual([])
    expect(peopleOf('open')).toEqual([10])
  })

  it('the generated paths know it', () => {
    const { paths, isComplete } = explore(chain({ state: 'first' }), {}, (moments) => moments > 4000)
    expect(paths.map(({ transition }) => transition)).toContain('second: reject -> first')
    expect(isComplete).toBe(true)
  })
})

describe('25.8 timers', () => {
  const timed = (timers: StateDefinition['timers'] & object, changed: Partial<StateDefinition> = {}) =>
    row([state('check', { timers, ...changed })])
  const submittedStory = (definition: ReturnType<typeof timed>) =>
    new Story(definition, () => [11, 12]).does(APPLICANT, 'submit')
  const armed = (definition: ReturnType<typeof timed>, { snapshot }: Story) =>
    liveTimers(definition, snapshot.context).map(({ key, due }) => [key, 'afterHours' in due ? due.afterHours : 0])

  it('a reminder comes again, at most as often as it says, each ring once', () => {
    const definition = timed([{ key: 'late', afterHours: 8, action: 'remind', everyHours: 4, times: 3 }])
    const story = submittedStory(definition)
    expect(armed(definition, story)).toEqual([
      ['late', 8],
      ['late.2', 12],
      ['late.3', 16],
    ])
    expect(story.send(story.timer('late.2')).asked).toEqual(['remind'])
    expect(story.accepts(story.timer('late.2'))).toBe(false)
    expect(armed(definition, story).map(([key]) => key)).toEqual(['late', 'late.3'])
    expect(story.accepts(story.timer('late.4'))).toBe(false)
  })

  const boss = { type: 'role', role: 'boss' } as const
  const over = [{ key: 'over', afterHours: 8, action: 'transfer', to: boss }] as const

  it('a transfer hands the open places to the superior, and their number stays', () => {
    const definition = timed(over, { mode: 'all' })
    const story = submittedStory(definition)
    story.send(story.timer('over', [90]))
    expect(slotsOf(story)).toEqual([
      [11, 'done'],
      [90, 'open'],
      [12, 'open'],
    ])
    expect(story.visit.slots[0]).toMatchObject({ outcome: 'transferred', by: null, rule: 'timeout' })
    expect(story.may(11, 'approve')).toBe(false)
    expect(violations(definition, story.snapshot)).toEqual([])
    expect(at(story.does(90, 'approve').does(12, 'approve'))).toEqual(['completed'])
  })

  it('a claim goes along, and where nobody new is found a reminder goes out', () => {
    const definition = timed(over, { claim: true })
    const story = submittedStory(definition).does(11, 'claim')
    story.send(story.timer('over', [90]))
    expect(story.visit.claimedBy).toBe(90)
    expect(violations(definition, story.snapshot)).toEqual([])
    expect(at(story.does(90, 'approve'))).toEqual(['completed'])
    const alone = submittedStory(definition)
    expect(alone.send(alone.timer('over', [11])).asked).toEqual(['remind'])
  })
})
