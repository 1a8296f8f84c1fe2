import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { ticketPageMachineOf, UNDO_SPAN_MS } from '#machines/ticketPage/ticketPage.ts'
import type { Decision, OpenTicket, SendInput, TicketPageEvent } from '#machines/ticketPage/ticketPage.types.ts'
import { reachableStates, refusals, runPath, shortestPaths, transitionCoverage } from './model.ts'

const ticketPageMachine = ticketPageMachineOf<OpenTicket, Decision>((reason) => reason === unreached)
const version = (number: number): OpenTicket => ({ id: 7, version: number, isQuarantined: false })
const resting = (number: number): OpenTicket => ({ ...version(number), isQuarantined: true })
const error = new Error('no answer')
const unreached = new Error('unreached')
const refused = new Error('refused')
const decision: Decision = { no: 'QJ1', action: 'approve', path: 'approve', body: {}, values: {}, key: 'k1' }

const ticketEvents: TicketPageEvent<OpenTicket, Decision>[] = [
  ...[1, 2, 3].map((number) => ({ type: 'ANSWERED' as const, ticket: version(number) })),
  { type: 'ANSWERED', ticket: resting(3) },
  { type: 'HIDDEN', error },
  { type: 'FAILED', error },
  { type: 'DIALOG_OPENED' },
  { type: 'DIALOG_CLOSED' },
  { type: 'TAKE_NEWEST' },
  { type: 'ACCEPTED' },
]
const decisionEvents: TicketPageEvent<OpenTicket, Decision>[] = [
  { type: 'PANEL_OPENED' },
  { type: 'PANEL_CLOSED' },
  { type: 'DECIDED', decision },
  { type: 'UNDO' },
  { type: 'SEND_NOW' },
  { type: 'DISMISSED' },
]
const answers = { send: [{ output: undefined }, { error: unreached }, { error: refused }] }
const options = {
  events: ticketEvents,
  inputs: [
    { id: 7, ticket: null },
    { id: 7, ticket: version(2) },
  ],
}
/** What is decided does not depend on what is drawn, nor the other way round. */
const decisionOptions = { events: decisionEvents, answers, inputs: [{ id: 7, ticket: version(2) }] }

/** A page that received these events. */
function pageAfter(received: readonly TicketPageEvent<OpenTicket, Decision>[], ticket: OpenTicket | null = null) {
  const actor = createActor(ticketPageMachine, { input: { id: 7, ticket } }).start()
  for (const event of received) actor.send(event)
  return actor.getSnapshot()
}
const answered = (number: number) => ({ type: 'ANSWERED' as const, ticket: version(number) })

describe('every path through an open ticket', () => {
  it('takes every transition; what is drawn is never newer than what is known, and older only where that is said', () => {
    const coverage = transitionCoverage(ticketPageMachine)
    for (const path of [options, decisionOptions].flatMap((one) => shortestPaths(ticketPageMachine, one)))
      coverage.add(
        runPath(ticketPageMachine, path, (snapshot) => {
          const { shown, newest } = snapshot.context
          expect(shown?.version ?? 0).toBeLessThanOrEqual(newest?.version ?? 0)
          const isSeen = !['loading', 'failed', 'missing'].includes(snapshot.value.ticket)
          expect(shown !== null).toBe(isSeen)
          if (snapshot.matches({ ticket: 'current' })) expect(shown?.version).toBe(newest?.version)
          expect(snapshot.matches({ ticket: 'quarantined' })).toBe(
            shown?.isQuarantined === true &&
              !snapshot.matches({ ticket: 'stale' }) &&
              !snapshot.matches({ ticket: 'gone' }),
          )
          if (snapshot.matches({ ticket: 'stale' })) {
            expect(shown?.version).toBeLessThan(newest?.version ?? 0)
          }
          const { decision: state } = snapshot.value
          const holdsDecision = snapshot.context.decision !== null
          // A panel may be open before anything is decided.
          if (state !== 'writing') expect(holdsDecision).toBe(state !== 'none')
          if (state === 'unreached' || state === 'refused')
            expect(snapshot.context.refusal).toBe(state === 'refused' ? refused : unreached)
        }),
      )
    coverage.assertFullCoverage()
  })

  it('takes the newest only where there is something newer to take', () => {
    const states = reachableStates(ticketPageMachine, options)
    const refused = refusals(ticketPageMachine, states, [{ type: 'TAKE_NEWEST' }])
    const accepting = states.filter((state) => !refused.some((it) => it.state === state))
    expect(accepting).toEqual(states.filter((state) => state.matches({ ticket: 'stale' })))
    expect(accepting.length).toBeGreaterThan(0)
  })

  it('TKT-02 never goes back to an earlier version, and loses none, after any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ticketEvents, ...decisionEvents), { maxLength: 40 }), (received) => {
        const actor = createActor(ticketPageMachine, { input: { id: 7, ticket: null } }).start()
        let highest = 0
        let drawn = 0
        for (const event of received) {
          actor.send(event)
          if (event.type === 'ANSWERED') highest = Math.max(highest, event.ticket.version)
          const { shown, newest } = actor.getSnapshot().context
          expect(newest?.version ?? 0).toBe(highest)
          expect(shown?.version ?? 0).toBeGreaterThanOrEqual(drawn)
          drawn = shown?.version ?? drawn
        }
      }),
    )
  })
})

describe('an open ticket', () => {
  it('TKT-02 moves on by itself while nobody writes', () => {
    expect(pageAfter([answered(1), answered(2)]).context.shown).toEqual(version(2))
  })

  it('TKT-02 keeps what is looked at while a dialog is open, and after it, until the newest is asked for', () => {
    const written = [answered(1), { type: 'DIALOG_OPENED' }, answered(2), { type: 'DIALOG_CLOSED' }] as const
    for (const received of [written.slice(0, 3), written]) {
      const { value, context } = pageAfter(received)
      expect(value.ticket).toBe('stale')
      expect(context.shown).toEqual(version(1))
    }
    const after = pageAfter([...written, { type: 'TAKE_NEWEST' }])
    expect(after.value).toMatchObject({ ticket: 'current', dialog: 'closed' })
    expect(after.context.shown).toEqual(version(2))
  })

  it.each([
    ['before', [answered(2), { type: 'ACCEPTED' }]],
    ['after', [{ type: 'ACCEPTED' }, answered(2)]],
  ] as const)('shows at once what came of the own action, answered %s it was accepted', (_, events) => {
    const { value, context } = pageAfter([answered(1), { type: 'DIALOG_OPENED' }, ...events])
    expect(value.ticket).toBe('current')
    expect(context.shown).toEqual(version(2))
    const next = pageAfter([answered(1), { type: 'DIALOG_OPENED' }, ...events, { type: 'DIALOG_CLOSED' }])
    expect(next.value).toMatchObject({ ticket: 'current', dialog: 'closed' })
  })

  it('TKT-02 moves on again with the next answer after the dialog', () => {
    const { value, context } = pageAfter([
      answered(1),
      { type: 'DIALOG_OPENED' },
      answered(2),
      { type: 'DIALOG_CLOSED' },
      answered(3),
    ])
    expect(value.ticket).toBe('current')
    expect(context.shown).toEqual(version(3))
  })

  it('stays readable when it may not be seen any more, and comes back with the right', () => {
    const gone = pageAfter([answered(1), { type: 'HIDDEN', error }])
    expect(gone.value.ticket).toBe('gone')
    expect(gone.context.shown).toEqual(version(1))
    expect(pageAfter([answered(1), { type: 'HIDDEN', error }, answered(1)]).value.ticket).toBe('current')
  })

  it('is missing where it was never seen, and current at once where an answer is kept from before', () => {
    expect(pageAfter([{ type: 'HIDDEN', error }]).value.ticket).toBe('missing')
    expect(pageAfter([], version(3)).value.ticket).toBe('current')
  })

  it('25.11 is quarantined while it rests, and current when it was mended', () => {
    const rests = { type: 'ANSWERED', ticket: resting(2) } as const
    expect(pageAfter([answered(1), rests]).value.ticket).toBe('quarantined')
    expect(pageAfter([answered(1), rests, answered(3)]).value.ticket).toBe('current')
  })

  it('says why the last question had no answer, until one has', () => {
    expect(pageAfter([{ type: 'FAILED', error }]).context.error).toBe(error)
    expect(pageAfter([answered(1), { type: 'HIDDEN', error }]).context.error).toBe(error)
    expect(pageAfter([{ type: 'FAILED', error }, answered(1)]).context.error).toBe(null)
  })

  it('an answer that cannot be had takes nothing off the screen', () => {
    const page = pageAfter([answered(1), { type: 'FAILED', error }])
    expect(page.value.ticket).toBe('current')
    expect(pageAfter([{ type: 'FAILED', error }]).value.ticket).toBe('failed')
    expect(pageAfter([{ type: 'FAILED', error }, answered(1)]).value.ticket).toBe('current')
  })
})

/** A page of a ticket whose decisions are sent by `send`, on a clock that the test moves. */
function pageWithSend(send: () => Promise<void>) {
  const clock = new SimulatedClock()
  const sent: SendInput<Decision>[] = []
  const machine = ticketPageMachine.provide({
    actors: {
      send: fromPromise<void, SendInput<Decision>>(({ input }) => {
        sent.push(input)
        return send()
      }),
    },
  })
  const actor = createActor(machine, { input: { id: 7, ticket: version(2) }, clock }).start()
  return { actor, clock, sent, decision: () => actor.getSnapshot().value.decision }
}

describe('20.8 a decision', () => {
  const decided = { type: 'DECIDED', decision } as const

  it('is sent once, 5 s after it was made and not before', async () => {
    const { actor, clock, sent, decision: state } = pageWithSend(async () => undefined)
    actor.send(decided)
    clock.increment(UNDO_SPAN_MS - 1)
    expect([state(), sent.length]).toEqual(['undoable', 0])
    clock.increment(1)
    expect(sent).toEqual([{ ticket: 7, decision }])
    await waitFor(actor, (moment) => moment.matches({ decision: 'none' }))
    clock.increment(10 * UNDO_SPAN_MS)
    expect(sent).toHaveLength(1)
    expect(actor.getSnapshot().context.decision).toBe(null)
  })

  it('that is undone is never sent; its panel begins with what was written', () => {
    const { actor, clock, sent, decision: state } = pageWithSend(async () => undefined)
    actor.send(decided)
    clock.increment(UNDO_SPAN_MS - 1)
    actor.send({ type: 'UNDO' })
    clock.increment(UNDO_SPAN_MS)
    expect([state(), sent.length]).toEqual(['undone', 0])
    actor.send({ type: 'PANEL_OPENED' })
    expect(actor.getSnapshot().context.decision).toBe(decision)
    actor.send({ type: 'PANEL_CLOSED' })
    expect([state(), actor.getSnapshot().context.decision]).toEqual(['none', null])
  })

  it('is sent at once where the page is left, and cannot be undone any more', () => {
    const { actor, sent, decision: state } = pageWithSend(async () => undefined)
    actor.send(decided)
    actor.send({ type: 'SEND_NOW' })
    actor.send({ type: 'SEND_NOW' })
    actor.send({ type: 'UNDO' })
    expect([state(), sent.length]).toEqual(['sending', 1])
  })

  it('without an answer keeps its key and is sent again, since it may have arrived', async () => {
    let attempts = 0
    const {
      actor,
      sent,
      decision: state,
    } = pageWithSend(async () => {
      attempts += 1
      if (attempts === 1) throw unreached
    })
    actor.send(decided)
    actor.send({ type: 'SEND_NOW' })
    await waitFor(actor, (moment) => moment.matches({ decision: 'unreached' }))
    actor.send({ type: 'UNDO' })
    expect(state()).toBe('unreached')
    actor.send({ type: 'SEND_NOW' })
    await waitFor(actor, (moment) => moment.matches({ decision: 'none' }))
    expect(sent.map((input) => input.decision.key)).toEqual(['k1', 'k1'])
  })

  it('that is refused says why, and its panel can be opened again with what was written', async () => {
    const { actor, decision: state } = pageWithSend(async () => {
      throw refused
    })
    actor.send(decided)
    actor.send({ type: 'SEND_NOW' })
    await waitFor(actor, (moment) => moment.matches({ decision: 'refused' }))
    expect(actor.getSnapshot().context.refusal).toBe(refused)
    actor.send({ type: 'UNDO' })
    expect([state(), actor.getSnapshot().context.decision]).toEqual(['undone', decision])
  })
})
