/** The server cannot start and no restart would help: a wrong setting, a data folder that is damaged or in use. The message says what to do. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

/** The database could not be brought to what this release needs, and another start would fail the same way. */
export class UnpreparedError extends Error {
  override name = 'UnpreparedError'
}

/** SQLSTATE classes of what passes: connections, resources, operators who interrupt, transactions that met. */
const PASSING_CLASSES: ReadonlySet<string> = new Set(['08', '40', '53', '55', '57', '58'])

/** Whether a failure of a migration or of the seed may be gone at the next start: the database is away, full or busy. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return /[Cc]onnection|timeout/.test(error.message)
  // Codes of the system, such as ECONNREFUSED and ENOSPC, are no SQLSTATE.
  return !/^[0-9A-Z]{5}$/.test(code) || PASSING_CLASSES.has(code.slice(0, 2))
}

/** Names a failure of migrations or seed that no restart can help. @throws UnpreparedError, or the error itself where it passes */
export async function preparing<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isPassing(error) || error instanceof StartRefusedError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new UnpreparedError(`${what} failed: ${reason}`, { cause: error })
  }
}

/** What the system refuses a server that wants to listen. */
const listenCodes: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'])

/** Whether the supervisor should end with the server instead of starting it again. */
export function isRefusedStart(error: unknown): boolean {
  return (
    error instanceof StartRefusedError || (error instanceof Error && 'code' in error && listenCodes.has(error.code))
  )
}
