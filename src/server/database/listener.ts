import pg from 'pg'

const FIRST_PAUSE = 100
const MAX_PAUSE = 5_000
const HEARTBEAT = 15_000
const ANSWER_WITHIN = 5_000

/** What a listener of one channel wants to be told. */
export interface Calls {
  onPayload: (payload: string) => void
  onReconnect: () => void
}

/** Receives what the database notifies. */
export interface Listener {
  /** Hears `channel` from the moment the promise resolves; the answer ends that. */
  add(channel: string, calls: Calls): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** One connection of its own for LISTEN, opened by the first listener and reopened for as long as there is one. */
export class PostgresListener implements Listener {
  readonly #config: pg.ClientConfig
  readonly #onError: (error: Error) => void
  readonly #channels = new Map<string, Set<Calls>>()
  #client: Promise<pg.Client> | undefined
  #live: pg.Client | undefined
  #retry: NodeJS.Timeout | undefined
  #beat: NodeJS.Timeout | undefined
  #closed = false

  constructor(config: pg.ClientConfig, onError: (error: Error) => void) {
    this.#config = config
    this.#onError = onError
  }

  async add(channel: string, calls: Calls): Promise<() => Promise<void>> {
    const known = this.#channels.get(channel) ?? new Set<Calls>()
    this.#channels.set(channel, known.add(calls))
    try {
      const client = await this.#connected()
      await client.query(`listen ${channel}`)
    } catch (error) {
      known.delete(calls)
      throw error
    }
    return async () => {
      known.delete(calls)
      if (known.size === 0 && this.#channels.delete(channel) && !this.#closed) {
        await (await this.#client)?.query(`unlisten ${channel}`)
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearInterval(this.#beat)
    const client = this.#client
    this.#client = undefined
    await (await client?.catch(() => undefined))?.end()
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined
      throw error
    })
    return this.#client
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config, query_timeout: ANSWER_WITHIN })
    client.on('notification', ({ channel, payload }) => {
      for (const calls of this.#channels.get(channel) ?? []) {
        calls.onPayload(payload ?? '')
      }
    })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('the connection for notifications was closed')))
    await client.connect()
    for (const channel of this.#channels.keys()) {
      await client.query(`listen ${channel}`)
    }
    this.#live = client
    this.#beat = setInterval(() => {
      client.query('select 1').catch((error: Error) => this.#lost(client, error))
    }, HEARTBEAT)
    this.#beat.unref()
    return client
  }

  #lost(client: pg.Client, error: Error): void {
    if (this.#closed || this.#live !== client) {
      return
    }
    this.#live = undefined
    this.#client = undefined
    clearInterval(this.#beat)
    this.#onError(error)
    // A connection that stopped answering is still open on this side.
    client.end().catch(this.#onError)
    this.#reopen(FIRST_PAUSE)
  }

  #reopen(pause: number): void {
    this.#retry = setTimeout(async () => {
      try {
        await this.#connected()
      } catch (error) {
        this.#onError(error instanceof Error ? error : new Error(String(error)))
        if (!this.#closed) {
          this.#reopen(Math.min(2 * pause, MAX_PAUSE))
        }
        return
      }
      for (const calls of [...this.#channels.values()].flatMap((set) => [...set])) {
        calls.onReconnect()
      }
    }, pause)
  }
}
