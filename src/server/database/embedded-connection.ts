import { Duplex } from 'node:stream'

const TERMINATE = 0x58

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
}

/** The embedded engine as the socket that `pg` expects. */
export class EmbeddedConnection extends Duplex {
  readonly #line: Line
  #outstanding = 0
  #timer: NodeJS.Timeout | undefined

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
      }
    }
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
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
        this.push(cancelled(limit))
        this.push(null)
        this.destroy()
      }
      this.#line.overrun().then(answered, (error: Error) => this.destroy(error))
    }, limit)
    this.#timer.unref()
  }
}

// The answer a server gives to a statement that ran too long: SQLSTATE 57014, query_canceled.
function cancelled(limit: number): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57014', `Mcanceling statement due to statement timeout (${limit} ms)`]
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
