import { describe, expect, it } from 'vitest'
import { type AnyMachineSnapshot, createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate'
import {
  EXIT_REFUSED,
  EXIT_UNPREPARED,
  FIRST_RESTART_DELAY,
  MAX_RESTART_DELAY,
  type ServerCommand,
  type ServerReport,
  SILENCE_LIMIT,
  STEADY_ANSWERS,
  STOP_LIMIT,
  type SupervisionContext,
  type SupervisionEvent,
  supervisionMachine,
} from '#machines/supervision/supervision.ts'
import {
  reachableStates,
  refusals,
  runPath,
  shortestPaths,
  shortestPathsCoveringTransitions,
  transitionCoverage,
} from './model.ts'

const MAX_PATHS = 500

const url = 'http://127.0.0.1:3000'
const events: SupervisionEvent[] = [
  { type: 'READY', url },
  { type: 'ANSWERED' },
  { type: 'EXITED', code: 1, signal: null },
  { type: 'EXITED', code: EXIT_REFUSED, signal: null },
  { type: 'EXITED', code: EXIT_UNPREPARED, signal: null },
  { type: 'STOP' },
]
/** What guards depend on; the delay and the exit code only grow the number of paths. */
const tell = ({ url, answers }: SupervisionContext) => ({ isNew: url === null, answers })
/** Between the first answer and the last before a server counts as steady nothing depends on their number: there only the next answer comes. */
const goes = ({ context }: AnyMachineSnapshot, { type }: EventObject): boolean =>
  context.answers === 0 || context.answers >= STEADY_ANSWERS - 1 || type === 'ANSWERED'

/** A supervisor whose server processes are held by the test. */
function supervision() {
  const clock = new SimulatedClock()
  const log: string[] = []
  const commands: string[] = []
  const servers: ((report: ServerReport) => void)[] = []
  const probed: string[] = []
  const actor = createActor(
    supervisionMachine.provide({
      actors: {
        server: fromCallback<ServerCommand>(({ sendBack, receive }) => {
          servers.push(sendBack)
          receive(({ type }) => commands.push(type))
        }),
        probe: fromCallback<{ type: 'NONE' }, { url: string }>(({ input }) => void probed.push(input.url)),
      },
      actions: {
        logExit: (_, { code, signal, restartDelay }) => void log.push(`exit ${code} ${signal} ${restartDelay}`),
        logSilence: () => void log.push('silence'),
        logKill: () => void log.push('kill'),
      },
    }),
    { clock },
  ).start()
  const report = (event: ServerReport): void => servers.at(-1)?.(event)
  return {
    log,
    commands,
    servers,
    probed,
    report,
    stop: () => actor.send({ type: 'STOP' }),
    pass: (milliseconds: number) => clock.increment(milliseconds),
    snapshot: () => actor.getSnapshot(),
    answer: (times: number) => {
      for (let answers = 0; answers < times; answers += 1) report({ type: 'ANSWERED' })
    },
  }
}

describe('every path through the supervision', () => {
  it('takes every transition; a server is watched exactly while it serves and there is one exactly while alive', () => {
    const coverage = transitionCoverage(supervisionMachine)
    // Few are generated: with every number of answers they would be thousands, for the same transitions.
    expect(shortestPaths(supervisionMachine, { events, tell, goes }).length).toBeLessThan(MAX_PATHS)
    for (const path of shortestPathsCoveringTransitions(supervisionMachine, { events, tell, goes }))
      coverage.add(
        runPath(supervisionMachine, path, (snapshot) => {
          expect('server' in snapshot.children).toBe(snapshot.matches('alive'))
          expect('probe' in snapshot.children).toBe(snapshot.matches({ alive: { running: 'serving' } }))
          expect(snapshot.context.restartDelay).toBeLessThanOrEqual(MAX_RESTART_DELAY)
        }),
      )
    coverage.assertFullCoverage()
  })

  it('refuses to stop twice, and whatever a server reports when there is none', () => {
    const states = reachableStates(supervisionMachine, { events, tell, goes })
    const refused = refusals(supervisionMachine, states, events)
    const takes = (type: string) =>
      states.filter((state) => !refused.some((it) => it.state === state && it.event.type === type))
    expect(takes('STOP').every((state) => !state.matches({ alive: 'stopping' }) && !state.matches('ended'))).toBe(true)
    expect(takes('ANSWERED').every((state) => state.matches({ alive: { running: 'serving' } }))).toBe(true)
    expect(takes('EXITED').every((state) => state.matches('alive'))).toBe(true)
  })
})

describe('the supervision', () => {
  it('starts a server again after 1 s, doubled at each end up to 30 s', () => {
    const { servers, report, pass, log } = supervision()
    const delays = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
    for (const [index, delay] of delays.entries()) {
      report({ type: 'EXITED', code: null, signal: 'SIGKILL' })
      pass(delay - 1)
      expect(servers).toHaveLength(index + 1)
      pass(1)
      expect(servers).toHaveLength(index + 2)
    }
    expect(log).toEqual(delays.map((delay) => `exit null SIGKILL ${delay}`))
  })

  it('starts again with the first delay after a server that was steady', () => {
    const { report, pass, answer, snapshot } = supervision()
    for (const delay of [FIRST_RESTART_DELAY, 2 * FIRST_RESTART_DELAY]) {
      report({ type: 'EXITED', code: 1, signal: null })
      pass(delay)
    }
    report({ type: 'READY', url })
    answer(STEADY_ANSWERS - 1)
    expect(snapshot().context.restartDelay).toBe(4 * FIRST_RESTART_DELAY)
    answer(1)
    expect(snapshot().context.restartDelay).toBe(FIRST_RESTART_DELAY)
  })

  it('ends a server that gave no answer for 20 s, kills it when it does not end, and starts another', () => {
    const { report, pass, commands, log, servers, probed } = supervision()
    report({ type: 'READY', url })
    expect(probed).toEqual([url])
    pass(SILENCE_LIMIT - 1)
    report({ type: 'ANSWERED' })
    pass(SILENCE_LIMIT - 1)
    expect(commands).toEqual([])
    pass(1)
    expect(commands).toEqual(['TERMINATE'])
    pass(STOP_LIMIT)
    expect(commands).toEqual(['TERMINATE', 'KILL'])
    report({ type: 'EXITED', code: null, signal: 'SIGKILL' })
    pass(FIRST_RESTART_DELAY)
    expect(servers).toHaveLength(2)
    expect(log).toEqual(['silence', 'kill', `exit null SIGKILL ${FIRST_RESTART_DELAY}`])
  })

  it.each([EXIT_REFUSED, EXIT_UNPREPARED])(
    'ends with a server whose first start ended with %d, and starts a later one again',
    (code) => {
      const first = supervision()
      first.report({ type: 'EXITED', code, signal: null })
      expect(first.snapshot().output).toEqual({ exitCode: code })

      const later = supervision()
      later.report({ type: 'READY', url })
      later.report({ type: 'EXITED', code: 1, signal: null })
      later.pass(FIRST_RESTART_DELAY)
      later.report({ type: 'EXITED', code, signal: null })
      expect(later.snapshot().value).toBe('waiting')
    },
  )

  it('ends its server before it ends, whenever it is asked to', () => {
    const { report, stop, commands, snapshot } = supervision()
    report({ type: 'READY', url })
    stop()
    expect(commands).toEqual(['TERMINATE'])
    expect(snapshot().status).toBe('active')
    report({ type: 'EXITED', code: 0, signal: null })
    expect(snapshot().output).toEqual({ exitCode: 0 })

    const waiting = supervision()
    waiting.report({ type: 'EXITED', code: 1, signal: null })
    waiting.stop()
    expect(waiting.snapshot().output).toEqual({ exitCode: 0 })
  })
})
