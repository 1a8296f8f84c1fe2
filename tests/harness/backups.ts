import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BackupPlace } from '#src/server/backups/place.ts'

/** A folder of backups of this process, for servers whose tests are about other things: trials of backups end at once. */
export const backupsApart: BackupPlace = {
  folder: join(tmpdir(), `test-backups-${process.pid}`),
  copyTo: null,
  secrets: ['a data key that only the tests know'],
  databaseUrl: null,
  proveApart: async () => undefined,
}
