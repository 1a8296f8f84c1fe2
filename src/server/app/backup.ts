/** `backup`, `verify-backup` and `restore` of the command line (docs/operations.md). */
import { join, resolve } from 'node:path'
import { modules } from '#src/modules.ts'
import { assertCopied, headsForCopy } from '../audit/heads.ts'
import { createAuditKeys } from '../audit/keys.ts'
import { BACKUP_ENDING, createBackup } from '../backups/backup.ts'
import { addTrial, changeRecord, copyBackup, retireBackups } from '../backups/records.ts'
import { proveBackup, type RestoreOptions, type RestoreResult, restoreBackup } from '../backups/restore.ts'
import { withScratch } from '../backups/scratch.ts'
import { connect, type Database } from '../database/connect.ts'
import { migrate, migrationFolders } from '../database/migrate.ts'
import { auditSecrets, dataSecrets } from '../secret.ts'
import type { Environment } from './environment.ts'

/** Says one line to the operator. */
type Say = (line: string) => void

const MINUTE_MS = 60_000

/** The value behind a flag; undefined without it. */
function flagOf(parameters: readonly string[], flag: string): string | undefined {
  const at = parameters.indexOf(flag)
  return at < 0 ? undefined : parameters[at + 1]
}

const keysOf = (environment: Environment, dataDir: string) =>
  createAuditKeys(auditSecrets(environment.auditKey, dataDir))

/** Writes a backup into a folder, copies it to a second place with `--copy FOLDER`, and removes old ones (`--keep N`, else setting backup.keep). */
export async function runBackup(environment: Environment, parameters: readonly string[], say: Say): Promise<void> {
  const dataDir = resolve(environment.dataDir)
  const [first] = parameters
  const folder = resolve(first === undefined || first.startsWith('--') ? join(dataDir, 'backups') : first)
  const copyTo = flagOf(parameters, '--copy')
  const takenAt = new Date()
  const file = join(folder, `bureau-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}${BACKUP_ENDING}`)
  const keys = keysOf(environment, dataDir)
  const stopping = new AbortController()
  const stop = (): void => stopping.abort(new Error('the backup was cancelled'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const database = await connect({
    databaseUrl: environment.databaseUrl ?? undefined,
    dataDir: join(dataDir, 'database'),
  })
  try {
    const done = await createBackup({
      database,
      dataDir,
      secrets: dataSecrets(environment.dataKey, dataDir),
      file,
      takenAt,
      audit: (query) => headsForCopy(keys, takenAt, query),
      signal: stopping.signal,
      onProgress: ({ rows, of }) => say(`backup: ${rows} of ${of} rows`),
    })
    const { rows, files, missing, size, sha256 } = done
    const problem = copyTo === undefined ? null : await copyBackup(file, resolve(copyTo), sha256)
    const copy = copyTo === undefined ? null : { folder: resolve(copyTo), problem }
    await changeRecord(file, { takenAt: done.takenAt, rows, files, sha256, copy })
    say(`backup: ${file}, ${rows} rows, ${files} files, ${size} bytes, sha256 ${sha256}`)
    for (const path of missing) say(`backup: warning: ${path} is named by the database and not on the disk`)
    const keep = Number(flagOf(parameters, '--keep') ?? (await keptBy(database)))
    if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep wants a whole number of backups, at least 1')
    for (const name of await retireBackups(folder, keep)) say(`backup: removed ${name}`)
    if (problem !== null) throw new Error(`the backup is complete, its copy in ${copyTo} is not: ${problem}`)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await database.close()
  }
}

/** Backups kept by the configuration. */
async function keptBy(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ value: unknown }>(
    "select value from config_item where key = 'backup.keep'",
  )
  return Number(rows[0]?.value)
}

/** Does `work` and puts on record how it went and how long it took. */
async function onRecord(
  file: string,
  by: 'verify' | 'restore',
  work: () => Promise<RestoreResult>,
  say: Say,
): Promise<void> {
  const from = Date.now()
  const entry = (problem: string | null) => ({
    at: new Date().toISOString(),
    by,
    isSound: problem === null,
    minutes: Math.round((Date.now() - from) / (MINUTE_MS / 10)) / 10,
    problem,
  })
  try {
    const { takenAt, rows, files, missing } = await work()
    const trial = entry(null)
    await addTrial(file, trial)
    say(`${by}: SOUND, as of ${takenAt}, ${rows} rows, ${files} files, ${trial.minutes} minutes`)
    for (const path of missing) say(`${by}: warning: ${path} was missing already when the backup was made`)
  } catch (error) {
    await addTrial(file, entry(error instanceof Error ? error.message : String(error)))
    throw error
  }
}

const inPlace = (environment: Environment, dataDir: string): Pick<RestoreOptions, 'secrets' | 'assertWhole'> => {
  const keys = keysOf(environment, dataDir)
  return {
    secrets: dataSecrets(environment.dataKey, dataDir),
    assertWhole: (audit, query) => assertCopied(keys, audit, query),
  }
}
const prepare = (database: Database): Promise<unknown> =>
  migrate(database, migrationFolders(modules.map((module) => module.name)))

/** Tries a backup in a scratch database; the bureau's own is not touched. */
export async function runVerify(environment: Environment, given: string, say: Say): Promise<void> {
  const dataDir = resolve(environment.dataDir)
  const file = resolve(given)
  const url = environment.migrateDatabaseUrl ?? environment.databaseUrl
  await onRecord(
    file,
    'verify',
    () =>
      withScratch(url, dataDir, async (database, scratch) => {
        await prepare(database)
        return proveBackup({ database, dataDir: scratch, file, ...inPlace(environment, dataDir) })
      }),
    say,
  )
}

/** Restores a backup into an empty database and data folder. */
export async function runRestore(environment: Environment, given: string, say: Say): Promise<void> {
  const dataDir = resolve(environment.dataDir)
  const file = resolve(given)
  const url = environment.migrateDatabaseUrl ?? environment.databaseUrl
  const database = await connect({ databaseUrl: url ?? undefined, dataDir: join(dataDir, 'database') })
  try {
    await prepare(database)
    await onRecord(
      file,
      'restore',
      () => restoreBackup({ database, dataDir, file, ...inPlace(environment, dataDir) }),
      say,
    )
  } finally {
    await database.close()
  }
}
