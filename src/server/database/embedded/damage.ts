import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefusedError } from '#src/server/app/startRefusal.ts'

/** The first file that the engine looks for; a database without it was not created here, or has lost files. */
const VERSION_FILE = 'PG_VERSION'

/** What an operator does about a folder that does not open, in the words of docs/operations.md. */
export const restoreAdvice = (folder: string): string =>
  `restore a backup: move ${folder} away, then run "npm run restore -- FILE" (docs/operations.md, "A damaged embedded database")`

/** The folder of the embedded database has lost files. */
export class DamagedFolderError extends StartRefusedError {
  override name = 'DamagedFolderError'
}

/** A full disk passes, and nothing is lost by it. */
const DISK_FULL = /no space left|disk full|ENOSPC/i

/** What a failure to open a folder means: damage, where the engine advises a backup. */
export const asDamage = (folder: string | null, error: unknown): unknown =>
  folder !== null &&
  error instanceof Error &&
  error.message.includes(restoreAdvice(folder)) &&
  !DISK_FULL.test(error.message)
    ? new DamagedFolderError(error.message, { cause: error })
    : error

/** Refuses at once a folder that holds something and is no database: the engine would take a minute to make a new one, which then has no place. @throws DamagedFolderError */
export function refuseWithoutVersion(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, VERSION_FILE))) return
  throw new DamagedFolderError(
    `the embedded database in ${folder} is damaged, its file ${VERSION_FILE} is missing; ${restoreAdvice(folder)}`,
  )
}
