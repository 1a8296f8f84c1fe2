/** 25.8: places change hands when a window of substitution begins or ends, and nothing else about them does. */
import { describe, expect, it } from 'vitest'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { violations } from '#machines/ticket/engine/invariants.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import { row, slotsOf, state } from './workflows/small.ts'
import { APPLICANT, candidate, given, Story } from './workflows/story.ts'

const A = 11
const B = 31
const shown = (story: Story) => story.visit.slots.map(({ holder, onBehalfOf, status }) => [holder, onBehalfOf, status])
const event = (story: Story, substitute: number | null, person = A) =>
  ({ ...given(), type: 'substitute', visit: story.visit.id, person, substitute }) as const
const takes = (story: Story, substitute: number | null, person = A) =>
  story.snapshot.can(event(story, substitute, person))

describe('a window of substitution', () => {
  const definition = (changed: Partial<StateDefinition> = {}) =>
    row([state('check', { allowAddSign: true, ...changed }), state('next')])
  const storyOf = (changed: Partial<StateDefinition> = {}, people = [A, 12]) =>
    new Story(definition(changed), (key) => (key === 'check' ? people : [21])).does(APPLICANT, 'submit')

  it('begins: a new task in the same place, in which either may act, and n stays', () => {
    const story = storyOf({ mode: 'all' })
    story.send(event(story, B))
    expect(shown(story)).toEqual([
      [A, null, 'cancelled'],
      [B, A, 'open'],
      [12, null, 'open'],
    ])
    expect(violations(definition({ mode: 'all' }), story.snapshot)).toEqual([])
    expect([story.may(A, 'approve'), story.may(B, 'approve')]).toEqual([true, true])
    story.does(B, 'approve')
    expect(story.may(A, 'approve')).toBe(false)
    expect(statusOf(story.does(12, 'approve').does(21, 'approve').snapshot)).toBe('completed')
  })

  it('ends: what nobody has touched goes back as a new task, what was decided stays', () => {
    const story = storyOf({ mode: 'all' })
    story.send(event(story, B))
    story.send(event(story, null))
    expect(shown(story)).toEqual([
      [A, null, 'cancelled'],
      [B, A, 'cancelled'],
      [A, null, 'open'],
      [12, null, 'open'],
    ])
    expect([story.may(A, 'approve'), story.may(B, 'approve')]).toEqual([true, false])
    const decided = storyOf({ mode: 'all' })
    decided.send(event(decided, B)).does(B, 'approve')
    expect(takes(decided, null)).toBe(false)
  })

  it('keeps the turn in a sequence, and the place of who waits', () => {
    const story = storyOf({ mode: 'sequential' })
    story.send(event(story, B, 12))
    expect(shown(story)).toEqual([
      [A, null, 'open'],
      [12, null, 'cancelled'],
      [B, 12, 'waiting'],
    ])
    expect(shown(story.does(A, 'approve')).at(-1)).toEqual([B, 12, 'open'])
  })

  it('twice is once: there is nothing left to hand over, nor to give back', () => {
    const story = storyOf()
    expect(takes(story, null)).toBe(false)
    story.send(event(story, B))
    expect(takes(story, B)).toBe(false)
    story.send(event(story, null))
    expect(takes(story, null)).toBe(false)
  })

  it('never goes to the applicant, nor to who has a place already', () => {
    expect([takes(storyOf(), APPLICANT), takes(storyOf(), 12), takes(storyOf(), B)]).toEqual([false, false, true])
  })

  it('what was taken in hand stays: a claim, and a place for which others were asked', () => {
    const claimed = storyOf({ claim: true }).does(A, 'claim')
    expect([takes(claimed, B), takes(claimed, B, 12)]).toEqual([false, true])
    claimed.send(event(claimed, B, 12))
    expect(slotsOf(claimed)).toEqual([
      [A, 'open'],
      [12, 'cancelled'],
      [B, 'suspended'],
    ])
    expect(takes(storyOf().does(A, 'delegate', { to: 41 }), B)).toBe(false)
    const advising = storyOf().does(12, 'delegate', { to: A + 100 })
    expect(takes(advising, B, A + 100)).toBe(false)
  })

  it('no chain: a place that is held on somebody’s behalf is not handed on', () => {
    const story = new Story(definition(), (key) => (key === 'check' ? [candidate(B, A)] : [21]))
    expect(takes(story.does(APPLICANT, 'submit'), 41, B)).toBe(false)
  })

  it('25.4 an untouched ticket stays one, and its deadline and rights go on', () => {
    const story = new Story({ ...definition({ claim: true }), withdraw: 'untouched' }, () => [A]).does(
      APPLICANT,
      'submit',
    )
    story.send(event(story, B))
    expect(story.may(APPLICANT, 'withdraw')).toBe(true)
    expect(story.may(B, 'claim')).toBe(true)
  })
})
