import type pg from 'pg'
import type { Calls, Listener } from '../listener.ts'

/** Hears notifications on the only session of the embedded engine, also after it had to be restarted. */
export class EmbeddedListener implements Listener {
  readonly #channels = new Map<string, Set<Calls>>()
  readonly #query: (sql: string) => Promise<unknown>
  #used = false

  constructor(query: (sql: string) => Promise<unknown>) {
    this.#query = query
  }

  /** Prepares a new connection of the pool before its first use. */
  async welcome(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      for (const calls of this.#channels.get(channel) ?? []) {
        calls.onPayload(payload ?? '')
      }
    })
    for (const channel of this.#channels.keys()) {
      await client.query(`listen ${channel}`)
    }
    if (this.#used) {
      for (const calls of [...this.#channels.values()].flatMap((set) => [...set])) {
        calls.onReconnect()
      }
    }
    this.#used = true
  }

  async add(channel: string, calls: Calls): Promise<() => Promise<void>> {
    const known = this.#channels.get(channel) ?? new Set<Calls>()
    this.#channels.set(channel, known.add(calls))
    await this.#query(`listen ${channel}`)
    return async () => {
      known.delete(calls)
    }
  }

  async close(): Promise<void> {
    this.#channels.clear()
  }
}
