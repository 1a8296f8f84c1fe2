import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { type OpenTicket, type TicketPageEvent, ticketPageMachineOf } from '#machines/ticketPage/ticketPage.ts'
import { reachableStates, refusals, runPath, shortestPaths, transitionCoverage } from './model.ts'

const ticketPageMachine = ticketPageMachineOf<OpenTicket>()
const version = (number: number): OpenTicket => ({ id: 7, version: number, isQuarantined: false })
const resting = (number: number): OpenTicket => ({ ...version(number), isQuarantined: true })
const error = new Error('no answer')

const events: TicketPageEvent<OpenTicket>[] = [
  ...[1, 2, 3].map((number) => ({ type: 'ANSWERED' as const, ticket: version(number) })),
  { type: 'ANSWERED', ticket: resting(3) },
  { type: 'HIDDEN', error },
  { type: 'FAILED', error },
  { type: 'DIALOG_OPENED' },
  { type: 'DIALOG_CLOSED' },
  { type: 'TAKE_NEWEST' },
]
const options = { events, inputs: [{ ticket: null }, { ticket: version(2) }] }

/** A page that received these events. */
function pageAfter(received: readonly TicketPageEvent<OpenTicket>[], ticket: OpenTicket | null = null) {
  const actor = createActor(ticketPageMachine, { input: { ticket } }).start()
  for (const event of received) actor.send(event)
  return actor.getSnapshot()
}
const answered = (number: number) => ({ type: 'ANSWERED' as const, ticket: version(number) })

describe('every path through an open ticket', () => {
  it('takes every transition; what is drawn is never newer than what is known, and older only where that is said', () => {
    const coverage = transitionCoverage(ticketPageMachine)
    for (const path of shortestPaths(ticketPageMachine, options))
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
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 40 }), (received) => {
        const actor = createActor(ticketPageMachine, { input: { ticket: null } }).start()
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
    expect(after.value).toEqual({ ticket: 'current', dialog: 'closed' })
    expect(after.context.shown).toEqual(version(2))
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
