/** Supervises one server process: starts it again when it ends or no longer answers, with a growing delay, and ends with it when asked to. */
import { pino } from 'pino'
import { createActor, waitFor } from 'xstate'
import { supervisionMachine } from '#machines/supervision/supervision.ts'
import { type Program, probeServer, serverProcess } from './process.ts'

export type { Program } from './process.ts'

/** Time limits in milliseconds that tests shorten; those of the machine by default. */
export interface Limits {
  readonly probeInterval?: number
  readonly silenceLimit?: number
  readonly stopLimit?: number
}

/** A running supervisor. */
export interface Supervisor {
  /** Ends the server, then the supervision. */
  stop(): void
  /** Resolves with the exit code for the supervisor's own process. */
  readonly ended: Promise<number>
}

/** Starts the program under supervision. Its log goes to standard error, one JSON object to the line, like that of the server. */
export function supervise(program: Program, limits: Limits = {}): Supervisor {
  const log = pino({ base: { program: 'supervisor' } }, pino.destination({ dest: 2, sync: true }))
  const { probeInterval, silenceLimit, stopLimit } = limits
  const actor = createActor(
    supervisionMachine.provide({
      actors: { server: serverProcess(program), probe: probeServer(probeInterval) },
      actions: {
        logExit: (_, { code, signal, restartDelay }) =>
          log.error({ code, signal, restartInMs: restartDelay }, 'server ended, restarting'),
        logSilence: () => log.error('server does not answer, ending it'),
        logKill: () => log.error('server did not end in time, killing it'),
      },
      delays: { ...(silenceLimit && { silenceLimit }), ...(stopLimit && { stopLimit }) },
    }),
  )
  actor.start()
  return {
    stop: () => actor.send({ type: 'STOP' }),
    ended: waitFor(actor, (snapshot) => snapshot.status === 'done', { timeout: Number.POSITIVE_INFINITY }).then(
      (snapshot) => snapshot.output?.exitCode ?? 0,
    ),
  }
}
