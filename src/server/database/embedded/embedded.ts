import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { restoreAdvice } from './damage.ts'
import { EmbeddedConnection } from './embedded-connection.ts'

/** How the embedded engine is opened. */
export interface EmbeddedOptions {
  /** Folder of the database; null keeps it in memory. */
  dataDir: string | null
  /** A dump of {@link EmbeddedEngine.dump} that an in-memory database starts from; null builds one (4 s). */
  template: string | null
  /** Zone of SQL dates, for example `Asia/Shanghai`. */
  timeZone: string
  /** Milliseconds one round trip may take before the worker is terminated. */
  statementTimeout: number
  /** Milliseconds a transaction may stay open without a statement; then its connection is ended. */
  idleTransactionTimeout: number
  /** Told about a broken worker; the next connection starts a fresh one. */
  onError: (error: Error) => void
}

type FromWorker =
  | { type: 'ready' }
  | { type: 'fault'; message: string }
  | { type: 'data'; bytes: Uint8Array; last: boolean }
  | { type: 'answer'; id: number; fsyncs: number }

interface Waiting {
  resolve: (fsyncs: number) => void
  reject: (error: Error) => void
}

/** The program of the worker: beside this file, and beside the server's bundle in a build. */
const WORKER = new URL('./embedded.worker.mjs', import.meta.url)

/** Milliseconds after an engine that did not start in which nobody tries again: whoever waits in the queue is told at once. */
const PAUSE = 2_000

/** The engine has ended or does not start; the next connection may find one that does. PostgreSQL says 57P02 when one of its processes has crashed. */
class EngineGone extends Error {
  readonly code = '57P02'
}

let program: Promise<WebAssembly.Module> | undefined

/** The engine's machine code, compiled once for all workers of this process: a second one starts in half the time. */
function compiled(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  program ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return program
}

/** One worker thread that runs PGlite, restarted when a statement has to be stopped or when it breaks. */
export class EmbeddedEngine {
  readonly #options: EmbeddedOptions
  readonly #waiting = new Map<number, Waiting>()
  #worker: Promise<Worker> | undefined
  #connection: EmbeddedConnection | undefined
  #failed: { readonly at: number; readonly error: Error } | undefined
  #nextId = 1
  #unhurried = 0
  #closed = false

  private constructor(options: EmbeddedOptions) {
    this.#options = options
  }

  /** Opens or creates the database; refuses when a commit does not reach the disk. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    engine.#worker = engine.#start()
    await engine.#worker
    return engine
  }

  /** A stream that `pg` takes for a socket; the engine serves one at a time. */
  connect(): EmbeddedConnection {
    const connection = new EmbeddedConnection({
      open: async () => {
        this.#connection = connection
        await this.#ask('reset', {})
      },
      send: async (bytes) => {
        const worker = await this.#running()
        worker.postMessage(bytes)
      },
      overrun: () => this.#stop(),
      timeout: () => (this.#unhurried > 0 ? undefined : this.#options.statementTimeout),
      idleTimeout: () => this.#options.idleTransactionTimeout,
    })
    return connection
  }

  /** Runs `work` while no statement is stopped for taking long. */
  async unhurried<T>(work: () => Promise<T>): Promise<T> {
    this.#unhurried += 1
    try {
      return await work()
    } finally {
      this.#unhurried -= 1
    }
  }

  /** How many times the running worker has flushed a file or folder to the disk. */
  fsyncs(): Promise<number> {
    return this.#ask('count', {})
  }

  /** Writes an uncompressed image of an in-memory database, to be given as `template` later. */
  async dump(path: string): Promise<void> {
    await this.#ask('dump', { path })
  }

  /** Shuts the database down cleanly. */
  async close(): Promise<void> {
    if (this.#closed) {
      return
    }
    if (this.#worker !== undefined) {
      await this.#ask('close', {})
    }
    this.#closed = true
    await this.#stop()
  }

  async #ask(type: string, details: Record<string, unknown>): Promise<number> {
    const worker = await this.#running()
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      worker.postMessage({ type, id, ...details })
    })
  }

  #running(): Promise<Worker> {
    if (this.#closed) {
      return Promise.reject(new Error('the embedded database is closed'))
    }
    if (this.#failed !== undefined && performance.now() - this.#failed.at < PAUSE) {
      return Promise.reject(this.#failed.error)
    }
    this.#worker ??= this.#start()
    return this.#worker
  }

  async #stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    this.#abandon(new EngineGone('the embedded database was stopped'))
    await (await worker)?.terminate()
  }

  #abandon(error: Error): void {
    for (const waiting of this.#waiting.values()) {
      waiting.reject(error)
    }
    this.#waiting.clear()
  }

  #start(): Promise<Worker> {
    const { dataDir, template, timeZone } = this.#options
    const advice = dataDir === null ? '' : restoreAdvice(dataDir)
    const started: Promise<Worker> = compiled().then((code) => {
      const worker = new Worker(WORKER, { workerData: { dataDir, template, timeZone, code, advice }, execArgv: [] })
      return new Promise<Worker>((resolve, reject) => {
        worker.on('message', (message: FromWorker) => {
          if (message.type === 'ready') {
            resolve(worker)
          } else {
            this.#receive(message)
          }
        })
        worker.once('error', (cause: Error) => {
          const error = new EngineGone(cause.message, { cause })
          reject(error)
          this.#broken(started, error)
        })
        worker.once('exit', (exit) => {
          const error = new EngineGone(`the embedded database ended unexpectedly (exit code ${exit})`)
          reject(error)
          this.#broken(started, error)
        })
      })
    })
    started.catch((error: Error) => {
      this.#failed = { at: performance.now(), error }
    })
    return started
  }

  #broken(started: Promise<Worker>, error: Error): void {
    if (this.#worker !== started) {
      return
    }
    this.#worker = undefined
    this.#abandon(error)
    this.#connection?.destroy(error)
    this.#options.onError(error)
  }

  #receive(message: Exclude<FromWorker, { type: 'ready' }>): void {
    if (message.type === 'data') {
      this.#connection?.receive(message.bytes, message.last)
    } else if (message.type === 'answer') {
      this.#waiting.get(message.id)?.resolve(message.fsyncs)
      this.#waiting.delete(message.id)
    } else {
      this.#options.onError(new Error(`embedded database: ${message.message}`))
    }
  }
}
