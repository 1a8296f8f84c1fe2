/** One process that parses uploads, with limits on memory and time: a hostile file ends it and nothing else. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import type { ParseReply, ParseRequest } from './kinds.ts'

export interface ProcessLimits {
  /** Megabytes of the JavaScript heap. */
  readonly heapMegabytes: number
  /** Megabytes of the whole process, where the system tells them. */
  readonly residentMegabytes: number
  /** Milliseconds of processor time for one file, where the system tells them. */
  readonly processorMs: number
  /** Milliseconds for one file by the clock on the wall, without those in which the process worked or waited for a processor, where the system tells. */
  readonly wallMs: number
  /** Milliseconds in which the process has to be ready. */
  readonly startMs: number
}

/** Characters kept of what a process wrote as it ended: the reason stands before the native stack, which is long. */
const MAX_STDERR = 32_000
/** Characters of it in the log. */
const MAX_DETAIL = 2_000

/** Why a process ended before it answered. */
export type EndReason = 'time' | 'memory' | 'crash'

export class ProcessEnded extends Error {
  readonly reason: EndReason
  constructor(reason: EndReason, detail: string) {
    super(`the parsing process ended: ${reason} (${detail})`)
    this.name = 'ProcessEnded'
    this.reason = reason
  }
}

/** Milliseconds between two looks at what a process has used. */
const WATCH_INTERVAL_MS = 200
/** Parsing yields to everything that answers people. */
const NICENESS = 10
const PAGE_BYTES = 4096
const MEGABYTE = 1024 * 1024
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10
/** A process that waits for a processor beside a busy server is given so many times the limit by the clock: its sender waits too. */
const MAX_STRETCH = 4

interface Usage {
  readonly processorMs: number
  readonly residentMegabytes: number
  /** It works, or would if a processor were free. */
  readonly isRunnable: boolean
}

/** What a process has used so far; null on systems without /proc. */
async function usageOf(pid: number): Promise<Usage | null> {
  try {
    const [stat, statm] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/statm`, 'utf8'),
    ])
    // The second field is the name of the program, in brackets, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return {
      processorMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
      residentMegabytes: (Number(statm.split(' ')[1]) * PAGE_BYTES) / MEGABYTE,
      isRunnable: fields[0] === 'R',
    }
  } catch {
    return null
  }
}

interface Running {
  readonly resolve: (reply: ParseReply) => void
  readonly reject: (error: ProcessEnded) => void
}

export class ParserProcess {
  readonly #child: ChildProcess
  readonly #limits: ProcessLimits
  readonly #ready: Promise<void>
  #running: Running | undefined
  #ending: EndReason | undefined
  #stderr = ''

  /** Starts the process; `file` is its bundled code. */
  constructor(file: string, limits: ProcessLimits, onEnd: () => void) {
    this.#limits = limits
    this.#child = fork(file, [], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${limits.heapMegabytes}`],
      // The code that reads hostile files is given no secret of the server.
      env: {},
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#lower()
    this.#child.stderr?.on('data', (part: Buffer) => {
      this.#stderr = (this.#stderr + part.toString('utf8')).slice(-MAX_STDERR)
    })
    this.#ready = new Promise((resolve, reject) => {
      const late = setTimeout(() => this.end('time'), limits.startMs)
      this.#child.once('message', () => {
        clearTimeout(late)
        resolve()
      })
      const fail = (detail: string): void => {
        clearTimeout(late)
        const error = new ProcessEnded(this.#ending ?? this.#reasonOf(detail), detail.slice(0, MAX_DETAIL))
        reject(error)
        this.#running?.reject(error)
        this.#running = undefined
        onEnd()
      }
      this.#child.once('error', (error) => fail(error.message))
      // Not `exit`: what it wrote last, why it ended among it, may still be on its way then.
      this.#child.once('close', (code, signal) => fail(`${signal ?? `exit code ${code}`} ${this.#stderr}`.trim()))
    })
    // Whoever runs a job hears of it; without a job it is only replaced.
    this.#ready.catch(() => undefined)
    this.#release()
  }

  #lower(): void {
    try {
      if (this.#child.pid !== undefined) setPriority(this.#child.pid, NICENESS)
    } catch {
      // Some systems forbid it; the limits hold all the same.
    }
  }

  /** The engine ends itself by a signal when its heap is full. */
  #reasonOf(detail: string): EndReason {
    return /out of memory|\bOOM\b|Allocation failed|invalid (array|table|string) length/i.test(detail)
      ? 'memory'
      : 'crash'
  }

  /** An idle process does not keep the server from ending. */
  #release(): void {
    this.#child.unref()
    this.#child.channel?.unref()
    const { stderr } = this.#child
    if (stderr !== null && 'unref' in stderr && typeof stderr.unref === 'function') stderr.unref()
  }

  /** Parses one file; one at a time. @throws ProcessEnded when the process did not live to answer */
  async run(request: ParseRequest): Promise<ParseReply> {
    this.#child.ref()
    this.#child.channel?.ref()
    let stopWatching: (() => void) | undefined
    try {
      await this.#ready
      return await new Promise<ParseReply>((resolve, reject) => {
        this.#running = { resolve, reject }
        this.#child.once('message', (reply: ParseReply) => {
          this.#running = undefined
          resolve(reply)
        })
        stopWatching = this.#watch()
        // A process that takes no file any more is ending or has to; its end says why.
        this.#child.send(request, (error) => {
          if (error) this.end()
        })
      })
    } finally {
      stopWatching?.()
      this.#child.removeAllListeners('message')
      this.#release()
    }
  }

  /** Ends the process when it uses more than its limits; answers how to stop watching. */
  #watch(): () => void {
    const { pid } = this.#child
    const { wallMs } = this.#limits
    const startedAt = performance.now()
    let isStopped = false
    let before: Usage | null | undefined
    let [last, counted] = [startedAt, 0]
    const look = async (): Promise<void> => {
      const usage = pid === undefined ? null : await usageOf(pid)
      if (isStopped) return
      before ??= usage
      const now = performance.now()
      // Work is bounded by processor time; without this a good file would be refused for what others do.
      if (usage?.isRunnable !== true) counted += now - last
      last = now
      if (usage !== null && usage.residentMegabytes > this.#limits.residentMegabytes) this.end('memory')
      else if (usage !== null && usage.processorMs - (before?.processorMs ?? 0) > this.#limits.processorMs)
        this.end('time')
      else if (counted > wallMs || now - startedAt > wallMs * MAX_STRETCH) this.end('time')
    }
    void look()
    const timer = setInterval(() => void look(), WATCH_INTERVAL_MS)
    return () => {
      isStopped = true
      clearInterval(timer)
    }
  }

  /** Ends the process at once. */
  end(reason?: EndReason): void {
    this.#ending ??= reason
    this.#child.kill('SIGKILL')
  }
}
