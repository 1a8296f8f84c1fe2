import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, SimulatedClock } from 'xstate'
import {
  type ConnectionEmitted,
  type ConnectionEvent,
  CROWDED_OUT,
  connectionMachine,
  type Heartbeat,
  RECONNECT_LIMIT,
  retryWait,
  type SocketEvent,
  TOKEN_REFUSED,
} from '#machines/connection/connection.ts'
import { reachableStates, refusals, runPath, shortestPaths, transitionCoverage } from './model.ts'

const ABNORMAL = 1006
const message = { contentType: 'TICKET', content: '', ticketId: 7, unread: 1 }

const events: ConnectionEvent[] = [
  { type: 'CONNECT', token: 'first' },
  { type: 'TOKEN_CHANGED', token: 'second' },
  { type: 'OPENED' },
  { type: 'MESSAGE', message },
  { type: 'CLOSED', code: ABNORMAL },
  { type: 'CLOSED', code: TOKEN_REFUSED },
  { type: 'CLOSED', code: CROWDED_OUT },
  { type: 'OFFLINE' },
  { type: 'ONLINE' },
  { type: 'RETRY' },
  { type: 'AWAKE' },
  { type: 'LEAVE' },
]
const inputs = [{ supported: true }, { supported: false }]

interface Socket {
  readonly token: string
  readonly heartbeats: string[]
  readonly report: (event: SocketEvent) => void
  isOpen: boolean
}

/** A connection whose sockets the test holds in its hand. */
function connection({ supported } = { supported: true }) {
  const clock = new SimulatedClock()
  const sockets: Socket[] = []
  const emitted: ConnectionEmitted[] = []
  const socket = fromCallback<Heartbeat, { token: string }>(({ input, sendBack, receive }) => {
    const opened: Socket = { token: input.token, heartbeats: [], report: sendBack, isOpen: true }
    sockets.push(opened)
    receive(({ token }) => opened.heartbeats.push(token))
    return () => {
      opened.isOpen = false
    }
  })
  const actor = createActor(connectionMachine.provide({ actors: { socket } }), { input: { supported }, clock })
  actor.on('*', (event) => emitted.push(event))
  actor.start()
  const last = (): Socket => {
    const newest = sockets.at(-1)
    if (!newest) throw new Error('no socket was opened')
    return newest
  }
  return {
    sockets,
    emitted,
    last,
    say: actor.send,
    pass: (seconds: number) => clock.increment(seconds * 1000),
    state: () => actor.getSnapshot().value,
  }
}

/** A connection that is open. */
function openConnection() {
  const it = connection()
  it.say({ type: 'CONNECT', token: 'first' })
  it.last().report({ type: 'OPENED' })
  return it
}

describe('every path through the connection', () => {
  it('takes every transition, and never tries more than three times', () => {
    const coverage = transitionCoverage(connectionMachine)
    for (const path of shortestPaths(connectionMachine, { events, inputs })) {
      coverage.add(
        runPath(connectionMachine, path, (snapshot) => {
          expect(snapshot.context.attempts).toBeLessThanOrEqual(RECONNECT_LIMIT)
          expect('socket' in snapshot.children).toBe(snapshot.matches('live'))
          if (snapshot.matches({ live: 'open' })) expect(snapshot.context.attempts).toBe(0)
        }),
      )
    }
    coverage.assertFullCoverage()
  })

  it('opens nothing without WebSocket, whatever is said', () => {
    const states = reachableStates(connectionMachine, { events, inputs: [{ supported: false }] })
    expect(new Set(states.map(({ value }) => value))).toEqual(new Set(['idle', 'unsupported', 'closed']))
  })

  it('takes messages only while open, and retries by hand only when given up', () => {
    const states = reachableStates(connectionMachine, { events, inputs })
    const refused = refusals(connectionMachine, states, events)
    const where = (type: string) =>
      states.filter((state) => !refused.some((it) => it.state === state && it.event.type === type))
    expect(where('MESSAGE').every((state) => state.matches({ live: 'open' }))).toBe(true)
    expect(where('RETRY').every((state) => state.matches('givenUp'))).toBe(true)
    expect(where('MESSAGE').length * where('RETRY').length).toBeGreaterThan(0)
  })
})

describe('the connection', () => {
  it('opens a socket with the token when the layout is entered, and closes it when the layout is left', () => {
    const { say, state, last, sockets } = openConnection()
    expect(sockets).toHaveLength(1)
    expect(last().token).toBe('first')
    say({ type: 'LEAVE' })
    expect(state()).toBe('closed')
    expect(last().isOpen).toBe(false)
  })

  it('can be entered again after it was left', () => {
    const { say, state, last } = openConnection()
    say({ type: 'LEAVE' })
    say({ type: 'CONNECT', token: 'next' })
    expect(state()).toEqual({ live: 'connecting' })
    expect(last()).toMatchObject({ token: 'next', isOpen: true })
  })

  it('sends a heartbeat when it opens and every 2 s while it is open', () => {
    const { pass, last, say } = openConnection()
    expect(last().heartbeats).toHaveLength(1)
    pass(1.999)
    expect(last().heartbeats).toHaveLength(1)
    pass(0.001)
    expect(last().heartbeats).toHaveLength(2)
    for (let round = 0; round < 30; round += 1) pass(2)
    expect(last().heartbeats).toHaveLength(32)
    say({ type: 'LEAVE' })
    pass(60)
    expect(last().heartbeats).toHaveLength(32)
  })

  it('changes only the heartbeat when the token changes while it is open', () => {
    const { pass, last, say, sockets, state } = openConnection()
    say({ type: 'TOKEN_CHANGED', token: 'second' })
    pass(2)
    expect(state()).toEqual({ live: 'open' })
    expect(sockets).toHaveLength(1)
    expect(last().heartbeats).toEqual(['first', 'second'])
  })

  it('tries again 5 s after a loss, three times, then after 1, 2, 4, 8, 15 and every 30 s', () => {
    const { pass, last, sockets, state } = openConnection()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      last().report({ type: 'CLOSED', code: ABNORMAL })
      expect(state()).toBe('reconnecting')
      pass(4.999)
      expect(sockets).toHaveLength(attempt)
      pass(0.001)
      expect(sockets).toHaveLength(attempt + 1)
      expect(state()).toEqual({ live: 'connecting' })
    }
    last().report({ type: 'CLOSED', code: ABNORMAL })
    expect(state()).toBe('givenUp')
    for (const [later, wait] of [1, 2, 4, 8, 15, 30, 30, 30].entries()) {
      pass(wait - 0.001)
      expect(sockets).toHaveLength(4 + later)
      pass(0.001)
      expect(sockets).toHaveLength(5 + later)
      last().report({ type: 'CLOSED', code: ABNORMAL })
      expect(state()).toBe('givenUp')
    }
  })

  it('waits a second again after it was open, and at most a quarter less by chance', () => {
    const { pass, last, sockets } = openConnection()
    const lose = () => last().report({ type: 'CLOSED', code: ABNORMAL })
    const giveUp = () => {
      for (let loss = 0; loss < 3; loss += 1) {
        lose()
        pass(5)
      }
      lose()
    }
    giveUp()
    pass(1)
    last().report({ type: 'OPENED' })
    giveUp()
    const before = sockets.length
    pass(1)
    expect(sockets).toHaveLength(before + 1)
    expect([0, 1].map((jitter) => [0, 5, 9].map((retries) => retryWait(retries, jitter)))).toEqual([
      [1_000, 30_000, 30_000],
      [750, 22_500, 22_500],
    ])
  })

  it('tries once when the page is looked at or a call is answered, and only where it was given up', () => {
    const { pass, last, say, state, sockets } = openConnection()
    say({ type: 'AWAKE' })
    expect(sockets).toHaveLength(1)
    last().report({ type: 'CLOSED', code: ABNORMAL })
    say({ type: 'AWAKE' })
    expect(state()).toBe('reconnecting')
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      pass(5)
      last().report({ type: 'CLOSED', code: ABNORMAL })
    }
    say({ type: 'AWAKE' })
    say({ type: 'AWAKE' })
    expect(sockets).toHaveLength(5)
    last().report({ type: 'OPENED' })
    expect(state()).toEqual({ live: 'open' })
  })

  it('has three attempts again after it was open', () => {
    const { pass, last, state, sockets } = openConnection()
    for (let round = 0; round < 10; round += 1) {
      last().report({ type: 'CLOSED', code: ABNORMAL })
      pass(5)
      last().report({ type: 'CLOSED', code: ABNORMAL })
      pass(5)
      last().report({ type: 'OPENED' })
      expect(state()).toEqual({ live: 'open' })
    }
    expect(sockets).toHaveLength(21)
  })

  it('starts over when the person retries after it was given up', () => {
    const { pass, last, say, state } = openConnection()
    const loseFourTimes = () => {
      for (let loss = 0; loss < 4; loss += 1) {
        if (loss > 0) pass(5)
        last().report({ type: 'CLOSED', code: ABNORMAL })
      }
    }
    loseFourTimes()
    expect(state()).toBe('givenUp')
    say({ type: 'RETRY' })
    expect(state()).toEqual({ live: 'connecting' })
    loseFourTimes()
    expect(state()).toBe('givenUp')
  })

  it('drops the socket when the network goes, and tries at once when it is back', () => {
    const { last, say, state, sockets, emitted } = openConnection()
    say({ type: 'OFFLINE' })
    expect(state()).toBe('reconnecting')
    expect(last().isOpen).toBe(false)
    say({ type: 'ONLINE' })
    last().report({ type: 'OPENED' })
    expect(sockets).toHaveLength(2)
    expect(emitted).toEqual([{ type: 'OPENED' }, { type: 'OPENED' }])
  })

  it('comes back by itself where the browser wrongly says the network is gone', () => {
    const { pass, last, say, state } = openConnection()
    say({ type: 'OFFLINE' })
    pass(5)
    last().report({ type: 'OPENED' })
    expect(state()).toEqual({ live: 'open' })
  })

  it('is unsupported in a browser without WebSocket', () => {
    const { say, state, sockets } = connection({ supported: false })
    say({ type: 'CONNECT', token: 'first' })
    expect(state()).toBe('unsupported')
    expect(sockets).toHaveLength(0)
  })

  it('passes every message on, in order and unchanged', () => {
    const { last, emitted } = openConnection()
    const messages = [1, 2, 3].map((unread) => ({ ...message, unread }))
    for (const it of messages) last().report({ type: 'MESSAGE', message: it })
    expect(emitted).toEqual([{ type: 'OPENED' }, ...messages.map((it) => ({ type: 'MESSAGE', message: it }))])
  })

  it('names the token the server refused, not a newer one it has not seen, and returns with the newer one', () => {
    const { pass, last, say, emitted } = openConnection()
    say({ type: 'TOKEN_CHANGED', token: 'second' })
    last().report({ type: 'CLOSED', code: TOKEN_REFUSED })
    expect(emitted.at(-1)).toEqual({ type: 'REFUSED', token: 'first' })
    pass(5)
    expect(last().token).toBe('second')
  })

  it('names the token of the last heartbeat once the server has seen it', () => {
    const { pass, last, say, emitted } = openConnection()
    say({ type: 'TOKEN_CHANGED', token: 'second' })
    pass(2)
    last().report({ type: 'CLOSED', code: TOKEN_REFUSED })
    expect(emitted.at(-1)).toEqual({ type: 'REFUSED', token: 'second' })
  })

  it('does not come back by itself when newer pages of the person took its place, but when it is asked to', () => {
    const { pass, last, say, state, sockets } = openConnection()
    last().report({ type: 'CLOSED', code: CROWDED_OUT })
    pass(60)
    say({ type: 'AWAKE' })
    expect([state(), sockets.length]).toEqual(['givenUp', 1])
    say({ type: 'RETRY' })
    expect(sockets).toHaveLength(2)
  })

  it('says nothing of a refusal when the network closed it', () => {
    const { last, emitted } = openConnection()
    last().report({ type: 'CLOSED', code: ABNORMAL })
    expect(emitted).toEqual([{ type: 'OPENED' }])
  })

  it('never has two sockets open, after any order of events', () => {
    const order = fc.oneof(
      fc.constantFrom<ConnectionEvent>(...events).map((event) => ({ event })),
      fc.constantFrom(1, 2, 5).map((seconds) => ({ seconds })),
    )
    fc.assert(
      fc.property(fc.array(order, { maxLength: 60 }), (orders) => {
        const { say, pass, sockets, state } = connection()
        for (const it of orders) {
          if ('event' in it) say(it.event)
          else pass(it.seconds)
          expect(sockets.filter(({ isOpen }) => isOpen)).toHaveLength(typeof state() === 'object' ? 1 : 0)
        }
      }),
    )
  })
})
