/** The server cannot start and no restart would help: a wrong setting, a data folder that is damaged or in use. The message says what to do. */
export class StartRefusedError extends Error {
  override name = 'StartRefusedError'
}

/** What the system refuses a server that wants to listen. */
const listenCodes: ReadonlySet<unknown> = new Set(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES'])

/** Whether the supervisor should end with the server instead of starting it again. */
export function isRefusedStart(error: unknown): boolean {
  return (
    error instanceof StartRefusedError || (error instanceof Error && 'code' in error && listenCodes.has(error.code))
  )
}
