import { sql, type Transaction } from 'kysely'
import type { Tables } from '#src/define/tables.server.ts'
import type { Database } from './database.ts'

const MAX_PAYLOAD = 7_999
const CHANNEL = /^[a-z_][a-z0-9_]*$/

/**
 * Calls `onPayload` for each message committed from now on, by whichever node or trigger; the answer ends that. A
 * message is a hint (ids only): those of a lost connection are gone, so `onReconnect` looks at the tables again.
 */
export async function listen(
  database: Database,
  channel: string,
  onPayload: (payload: string) => void,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  check(channel, '')
  return database.listener.add(channel, {
    onPayload: guarded(database, onPayload),
    onReconnect: guarded(database, onReconnect),
  })
}

/**
 * Sends `payload` (7,999 bytes at most, else RangeError) to every listener of `channel` once the transaction commits,
 * and never when it rolls back.
 */
export async function notify(transaction: Transaction<Tables>, channel: string, payload: string): Promise<void> {
  check(channel, payload)
  await sql`select pg_notify(${channel}, ${payload})`.execute(transaction)
}

function check(channel: string, payload: string): void {
  if (!CHANNEL.test(channel)) {
    throw new RangeError(`${channel} is no channel name`)
  }
  if (Buffer.byteLength(payload) > MAX_PAYLOAD) {
    throw new RangeError(`a notification carries ${MAX_PAYLOAD} bytes at most: send ids and read the rest`)
  }
}

// A listener runs on nobody's behalf: its failure is reported, and the other listeners still hear the message.
function guarded<A extends unknown[]>(
  database: Database,
  call: (...parameters: A) => void,
): (...parameters: A) => void {
  return (...parameters) => {
    try {
      call(...parameters)
    } catch (error) {
      database.onError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
