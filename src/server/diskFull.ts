/** Disk full as PostgreSQL says it, and as this node's own file system does; the last is a quota that is used up. */
const codes: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** Whether an error says that a disk is full, the database's or this node's: nothing was changed, reading goes on. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code)
}
