/** The one service that parses what people upload (SYS-135): in processes of their own, bounded in memory and time, fair by sender. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { badFile, Refusal } from '#src/define/problem.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { FairQueue, type QueueLimits } from './fairQueue.ts'
import type { ParseKind, ParseKinds, ParseReply, ParseRequest, Source } from './kinds.ts'
import { type EndReason, ParserProcess, ProcessEnded, type ProcessLimits } from './parserProcess.ts'

export interface Parser {
  /**
   * Parses the source of a sender (the id of the person). Call it outside of any transaction: it may wait for others.
   * @throws Refusal 4013 with the reason when the file is refused, 4029 when too many files wait
   */
  parse<Kind extends ParseKind>(
    kind: Kind,
    source: Source,
    options: ParseKinds[Kind]['options'],
    sender: number,
  ): Promise<ParseKinds[Kind]['value']>
  /** Ends the processes; what waits is refused. */
  close(): void
}

export interface ParserOptions {
  readonly log: Logger
  /** The bundled code of the process; default: beside the server's bundle. */
  readonly file?: string
  readonly limits?: Partial<ProcessLimits & QueueLimits & { readonly processes: number; readonly waitMs: number }>
}

const defaults = {
  heapMegabytes: 256,
  residentMegabytes: 512,
  processorMs: 8_000,
  wallMs: 30_000,
  startMs: 30_000,
  waiting: 60,
  waitingPerSender: 10,
  waitMs: 60_000,
} as const

/** Processes at once: one core stays with the server. */
const processesHere = (): number => Math.max(1, Math.min(2, availableParallelism() - 1))
/** Milliseconds after which an unused process ends. */
const IDLE_MS = 60_000
/** Files after which a process is replaced, so that what one file left behind does not add up. */
const MAX_FILES_PER_PROCESS = 200

interface Job {
  readonly sender: number
  readonly request: ParseRequest
  readonly settle: (result: ParseReply | Error) => void
  readonly waits: NodeJS.Timeout
}

interface Slot {
  process: ParserProcess | undefined
  /** Sender of the file that is being parsed. */
  sender: number | undefined
  files: number
  idle: NodeJS.Timeout | undefined
}

/** How a process that did not answer is told to the sender. */
const endedKeys = {
  time: 'upload.tooSlow',
  memory: 'upload.tooMuchMemory',
  crash: 'upload.ended',
} as const satisfies Record<EndReason, string>

export function createParser({ log, file, limits: given }: ParserOptions): Parser {
  const limits = { ...defaults, processes: processesHere(), ...given }
  const slots: Slot[] = Array.from({ length: limits.processes }, () => ({
    process: undefined,
    sender: undefined,
    files: 0,
    idle: undefined,
  }))
  const queue = new FairQueue<Job>(limits)
  /** One sender leaves a process to others wherever there are two. */
  const mostOfOne = Math.max(1, limits.processes - 1)
  const mayStart = (sender: number): boolean => slots.filter((slot) => slot.sender === sender).length < mostOfOne
  let isClosed = false

  const processOf = (slot: Slot): ParserProcess => {
    if (slot.process === undefined) {
      const started: ParserProcess = new ParserProcess(
        file ?? join(projectRoot(), 'dist/server/parser.js'),
        limits,
        () => {
          if (slot.process === started) slot.process = undefined
        },
      )
      slot.process = started
      slot.files = 0
    }
    slot.files += 1
    return slot.process
  }
  const drop = (slot: Slot): void => {
    clearTimeout(slot.idle)
    slot.process?.end()
    slot.process = undefined
  }
  const work = async (slot: Slot, job: Job): Promise<void> => {
    slot.sender = job.sender
    clearTimeout(slot.idle)
    clearTimeout(job.waits)
    const startedAt = performance.now()
    try {
      job.settle(await processOf(slot).run(job.request))
    } catch (error) {
      drop(slot)
      const { kind } = job.request
      log.warn(
        { err: error, kind, sender: job.sender, ms: Math.round(performance.now() - startedAt) },
        'parsing process ended',
      )
      job.settle(error instanceof ProcessEnded ? badFile(endedKeys[error.reason]) : (error as Error))
    } finally {
      slot.sender = undefined
      if (slot.files >= MAX_FILES_PER_PROCESS || isClosed) drop(slot)
      else slot.idle = setTimeout(() => drop(slot), IDLE_MS).unref()
      next()
    }
  }
  const next = (): void => {
    for (const slot of slots) {
      if (slot.sender !== undefined) continue
      const job = queue.take(mayStart)
      if (job === undefined) return
      void work(slot, job)
    }
  }
  const run = (request: ParseRequest, sender: number): Promise<ParseReply> =>
    new Promise((resolve, reject) => {
      const job: Job = {
        sender,
        request,
        settle: (result) => (result instanceof Error ? reject(result) : resolve(result)),
        waits: setTimeout(() => {
          queue.remove(job)
          reject(new Refusal(4029, { key: 'upload.waitedTooLong' }))
        }, limits.waitMs),
      }
      const refused = isClosed ? 'full' : queue.add(job)
      if (refused !== null) {
        clearTimeout(job.waits)
        reject(new Refusal(4029, { key: refused === 'full' ? 'upload.queueFull' : 'upload.ownQueueFull' }))
      } else next()
    })

  return {
    async parse(kind, source, options, sender) {
      const reply = await run({ kind, source, options }, sender)
      if (reply.type === 'refused') throw badFile(reply.key, ...reply.params)
      if (reply.type !== 'value') throw new Error('the parsing process answered out of turn')
      return reply.value as ParseKinds[typeof kind]['value']
    },
    close() {
      isClosed = true
      for (const job of queue.clear()) {
        clearTimeout(job.waits)
        job.settle(new Refusal(4029, { key: 'upload.queueFull' }))
      }
      for (const slot of slots) drop(slot)
    },
  }
}
