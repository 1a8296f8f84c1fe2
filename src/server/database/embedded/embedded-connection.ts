import { Duplex } from 'node:stream'
import { withTimeToThink } from '../patient.ts'

const TERMINATE = 0x58
/** Bytes of the message with which the engine says that it is ready, and whether a transaction is open. */
const READY_LENGTH = 6
const READY = 0x5a
const IDLE = 0x49
/** Statements that set something for their transaction are short; longer messages need not be searched. */
const SETTING_LENGTH = 1_000

/** What a connection needs from the engine behind it. */
export interface Line {
  /** Makes the session clean and ready. */
  open(): Promise<void>
  /** Passes whole protocol messages on. */
  send(bytes: Uint8Array): Promise<void>
  /** The engine did not answer in time and must be stopped. */
  overrun(): Promise<void>
  /** Milliseconds the next round trip may take; undefined without limit. */
  timeout(): number | undefined
  /** Milliseconds a transaction may stay open without a statement. */
  idleTimeout(): number
}

/** The embedded engine as the socket that `pg` expects. */
export class EmbeddedConnection extends Duplex {
  readonly #line: Line
  #outstanding = 0
  #timer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #mayThink = false

  constructor(line: Line) {
    super()
    this.#line = line
  }

  connect(): this {
    this.#line.open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  /** Takes bytes of the engine; `last` when it has nothing more to say until it is asked again. */
  receive(bytes: Uint8Array, last: boolean): void {
    if (this.destroyed) {
      return
    }
    if (last) {
      this.#outstanding -= 1
      clearTimeout(this.#timer)
      if (this.#outstanding > 0) {
        this.#watch()
      } else {
        this.#watchIdle(bytes)
      }
    }
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** The engine has no timers of its own: a transaction of which nothing is heard is ended here, as PostgreSQL does it. */
  #watchIdle(answer: Uint8Array): void {
    const isOpen = answer.at(-READY_LENGTH) === READY && answer.at(-1) !== IDLE
    if (!isOpen) this.#mayThink = false
    if (!isOpen || this.#mayThink) return
    this.#idleTimer = setTimeout(() => {
      // The next connection begins with a rollback.
      this.push(fatal('25P03', 'terminating connection due to idle-in-transaction timeout'))
      this.push(null)
      this.destroy()
    }, this.#line.idleTimeout())
    this.#idleTimer.unref()
  }

  override _read(): void {
    // The engine pushes: pg reads as fast as answers arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(
      chunks.map((entry) => entry.chunk),
      done,
    )
  }

  override _final(done: (error?: Error | null) => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#idleTimer)
    const busy = this.#outstanding > 0 && error === null
    // pg destroys the socket of a hung query: nobody would wait for its end, so the engine is stopped.
    void (busy ? this.#line.overrun() : Promise.resolve()).then(
      () => done(error),
      (failure: Error) => done(failure),
    )
  }

  #send(chunks: Buffer[], done: (error?: Error | null) => void): void {
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
    if (bytes[0] === TERMINATE) {
      done()
      return
    }
    clearTimeout(this.#idleTimer)
    this.#mayThink ||= bytes.length < SETTING_LENGTH && bytes.includes(withTimeToThink)
    this.#outstanding += 1
    if (this.#outstanding === 1) {
      this.#watch()
    }
    this.#line.send(Uint8Array.from(bytes)).then(() => done(), done)
  }

  #watch(): void {
    const limit = this.#line.timeout()
    if (limit === undefined) {
      return
    }
    this.#timer = setTimeout(() => {
      this.#outstanding = 0
      const answered = () => {
        this.push(fatal('57014', `canceling statement due to statement timeout (${limit} ms)`))
        this.push(null)
        this.destroy()
      }
      this.#line.overrun().then(answered, (error: Error) => this.destroy(error))
    }, limit)
    this.#timer.unref()
  }
}

/** What a server says before it ends a connection. */
function fatal(code: string, message: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`]
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
