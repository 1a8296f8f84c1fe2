import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupPlace } from '#src/server/backups/place.ts'

let root: string | null = null
let places = 0

/** A folder that no other server of any test has seen; all of them go with the process. */
function ownFolder(): string {
  if (root === null) {
    const made = mkdtempSync(join(tmpdir(), 'test-backups-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    root = made
  }
  places += 1
  return join(root, String(places))
}

/** A place of backups of one server, for tests about other things: trials of backups end at once. */
export const backupsApart = (): BackupPlace => ({
  folder: ownFolder(),
  copyTo: null,
  secrets: ['a data key that only the tests know'],
  databaseUrl: null,
  proveApart: async () => undefined,
})
