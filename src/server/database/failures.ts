import type { Logger } from 'pino'

/** SQLSTATE of a transaction that was ended because no statement came. */
const IDLE_IN_TRANSACTION = '25P03'

/** Writes what happens to connections without a caller to the log of the server, in the words that operators search for. */
export function databaseFailuresTo(log: Logger): (error: Error) => void {
  return (error) => {
    const isIdle = 'code' in error && error.code === IDLE_IN_TRANSACTION
    log.error(
      { err: error },
      isIdle
        ? 'idle-in-transaction timeout: transaction rolled back and connection ended'
        : 'database connection failed',
    )
  }
}
