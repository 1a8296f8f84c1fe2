import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The first file that the engine looks for; a database without it was not created here, or has lost files. */
const VERSION_FILE = 'PG_VERSION'

/** What an operator does about a folder that does not open, in the words of docs/operations.md. */
export const restoreAdvice = (folder: string): string =>
  `restore a backup: move ${folder} away, then run "npm run import -- bureau.archive" (docs/operations.md, "A damaged embedded database")`

/** The folder of the embedded database has lost files. */
export class DamagedFolderError extends Error {
  override name = 'DamagedFolderError'
}

/** Refuses at once a folder that holds something and is no database: the engine would take a minute to make a new one, which then has no place. @throws DamagedFolderError */
export function refuseWithoutVersion(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, VERSION_FILE))) return
  throw new DamagedFolderError(
    `the embedded database in ${folder} is damaged, its file ${VERSION_FILE} is missing; ${restoreAdvice(folder)}`,
  )
}
