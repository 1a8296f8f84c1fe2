/** The supervised server process and the questions whether it still answers, as actors of the supervision machine. */
import { spawn } from 'node:child_process'
import { fromCallback } from 'xstate'
import type { ServerCommand, ServerReport } from '#machines/supervision/supervision.ts'

/** Milliseconds between two questions. */
export const PROBE_INTERVAL_MS = 2_000
/** Milliseconds one question may take. */
export const PROBE_TIMEOUT_MS = 5_000

/** What is started: arguments of Node, the program first. */
export interface Program {
  readonly parameters: readonly string[]
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
}

/** What the server sends its supervisor when it listens. */
export interface ReadyMessage {
  readonly type: 'ready'
  readonly url: string
}

const isReadyMessage = (message: unknown): message is ReadyMessage =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready' && 'url' in message

/** Starts the program with a channel over which it reports its address; a server whose channel closes ends by itself, so it never outlives its supervisor. */
export const serverProcess = (program: Program) =>
  fromCallback<ServerCommand>(({ sendBack, receive }) => {
    const report = (event: ServerReport): void => sendBack(event)
    const child = spawn(process.execPath, program.parameters, {
      cwd: program.cwd,
      env: program.environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message) => {
      if (isReadyMessage(message)) report({ type: 'READY', url: message.url })
    })
    child.once('exit', (code, signal) => report({ type: 'EXITED', code, signal }))
    // A process that could not be started has no exit.
    child.once('error', () => {
      if (child.pid === undefined) report({ type: 'EXITED', code: null, signal: null })
    })
    receive(({ type }) => child.kill(type === 'KILL' ? 'SIGKILL' : 'SIGTERM'))
  })

/** Asks `/healthz` and `/readiness` every two seconds; any answer counts, since a database that is away is not mended by a restart. */
export const probeServer = (intervalMs = PROBE_INTERVAL_MS) =>
  fromCallback<{ type: 'NONE' }, { url: string }>(({ input, sendBack }) => {
    const ended = new AbortController()
    const answers = async (path: string): Promise<void> => {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
      await (await fetch(`${input.url}${path}`, { signal, headers: { connection: 'close' } })).arrayBuffer()
    }
    const ask = async (): Promise<void> => {
      try {
        await Promise.all([answers('/healthz'), answers('/readiness')])
        sendBack({ type: 'ANSWERED' })
      } catch {
        // Silence is what the machine measures; the next question follows.
      }
      if (!ended.signal.aborted) timer = setTimeout(ask, intervalMs)
    }
    let timer = setTimeout(ask, intervalMs)
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  })
