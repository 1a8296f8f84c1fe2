/** Trials of backups and what goes on record of them: how it went and how many minutes a restore takes (BKP-03, 90 E14). */

import { assertCopied } from '../audit/heads.ts'
import type { AuditKeys } from '../audit/keys.ts'
import type { Database } from '../database/connect.ts'
import { type MigrationFolder, migrate } from '../database/migrate.ts'
import { ArchiveError } from '../database/transfer/archive.ts'
import type { BackupPlace } from './place.ts'
import { addTrial, type Trial } from './records.ts'
import { proveBackup, type RestoreResult, restoreBackup } from './restore.ts'
import { withScratch } from './scratch.ts'
import { minutesSince } from './take.ts'

export interface Proving {
  readonly file: string
  readonly dataDir: string
  readonly place: Pick<BackupPlace, 'secrets' | 'databaseUrl'>
  readonly keys: AuditKeys
  readonly folders: readonly MigrationFolder[]
  readonly now: () => Date
}

/** What a trial found, with its minutes. */
export interface Proof extends RestoreResult {
  readonly minutes: number
}

/** Does `work` and puts on record that the backup is sound, or that it is broken; what only kept it from being tried says nothing of the backup. */
async function onRecord(
  { file, now }: Pick<Proving, 'file' | 'now'>,
  by: Trial['by'],
  work: () => Promise<RestoreResult>,
): Promise<Proof> {
  const from = performance.now()
  const record = (problem: string | null): Trial => ({
    at: now().toISOString(),
    by,
    isSound: problem === null,
    minutes: minutesSince(from),
    problem,
  })
  try {
    const result = await work()
    const trial = record(null)
    await addTrial(file, trial)
    return { ...result, minutes: trial.minutes }
  } catch (error) {
    if (error instanceof ArchiveError) await addTrial(file, record(error.message))
    throw error
  }
}

/** Tries a backup in a scratch database and folder; the bureau's own are not touched. @throws ArchiveError where it is broken */
export const proveOnRecord = (proving: Proving): Promise<Proof> =>
  onRecord(proving, 'verify', () =>
    withScratch(proving.place.databaseUrl, proving.dataDir, async (database, scratch) => {
      await migrate(database, proving.folders)
      return proveBackup({
        database,
        dataDir: scratch,
        file: proving.file,
        secrets: proving.place.secrets,
        assertWhole: (audit, query) => assertCopied(proving.keys, audit, query),
      })
    }),
  )

/** Restores a backup into an empty, migrated database and an empty data folder. @throws ArchiveError where it is broken */
export const restoreOnRecord = (proving: Proving, database: Database): Promise<Proof> =>
  onRecord(proving, 'restore', () =>
    restoreBackup({
      database,
      dataDir: proving.dataDir,
      file: proving.file,
      secrets: proving.place.secrets,
      assertWhole: (audit, query) => assertCopied(proving.keys, audit, query),
    }),
  )
