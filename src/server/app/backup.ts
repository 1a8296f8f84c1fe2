/** `backup`, `verify-backup` and `restore` of the command line (docs/operations.md). */
import { join, resolve } from 'node:path'
import { modules } from '#src/modules.ts'
import { createAuditKeys } from '../audit/keys.ts'
import type { BackupPlace } from '../backups/place.ts'
import { type Proof, type Proving, proveOnRecord, restoreOnRecord } from '../backups/prove.ts'
import { takeBackup } from '../backups/take.ts'
import { systemClock } from '../clock.ts'
import { connect, type Database } from '../database/connect.ts'
import { migrate, migrationFolders } from '../database/migrate.ts'
import { auditSecrets, dataSecrets } from '../secret.ts'
import type { Environment } from './environment.ts'

/** Says one line to the operator. */
type Say = (line: string) => void

/** Where this environment keeps its backups. */
export function placeOf(environment: Environment): BackupPlace {
  const dataDir = resolve(environment.dataDir)
  return {
    folder: resolve(environment.backupDir),
    copyTo: environment.backupCopyDir === null ? null : resolve(environment.backupCopyDir),
    secrets: dataSecrets(environment.dataKey, dataDir),
    databaseUrl: environment.migrateDatabaseUrl ?? environment.databaseUrl,
  }
}

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
  const place = placeOf(environment)
  const folder = first === undefined || first.startsWith('--') ? place.folder : resolve(first)
  const copy = flagOf(parameters, '--copy')
  const copyTo = copy === undefined ? place.copyTo : resolve(copy)
  const stopping = new AbortController()
  const stop = (): void => stopping.abort(new Error('the backup was cancelled'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const database = await connect({
    databaseUrl: environment.databaseUrl ?? undefined,
    dataDir: join(dataDir, 'database'),
  })
  try {
    const keep = Number(flagOf(parameters, '--keep') ?? (await keptBy(database)))
    if (!Number.isInteger(keep) || keep < 1) throw new Error('--keep wants a whole number of backups, at least 1')
    const taken = await takeBackup({
      database,
      dataDir,
      place: { ...place, folder, copyTo },
      keys: keysOf(environment, dataDir),
      takenAt: systemClock(environment.testNow ?? undefined).now(),
      keep,
      trigger: 'command',
      remark: '',
      signal: stopping.signal,
      onProgress: ({ rows, of }) => say(`backup: ${rows} of ${of} rows`),
    })
    const { file, rows, files, size, sha256, missing, removed, copyProblem } = taken
    say(`backup: ${file}, ${rows} rows, ${files} files, ${size} bytes, sha256 ${sha256}`)
    for (const path of missing) say(`backup: warning: ${path} is named by the database and not on the disk`)
    for (const name of removed) say(`backup: removed ${name}`)
    if (copyProblem !== null) throw new Error(`the backup is complete, its copy in ${copyTo} is not: ${copyProblem}`)
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

/** What a trial or a restore of a file needs. */
export function provingOf(environment: Environment, given: string): Proving {
  const dataDir = resolve(environment.dataDir)
  const clock = systemClock(environment.testNow ?? undefined)
  return {
    file: resolve(given),
    dataDir,
    place: placeOf(environment),
    keys: keysOf(environment, dataDir),
    folders: migrationFolders(modules.map((module) => module.name)),
    now: () => clock.now(),
  }
}

function report(by: string, { takenAt, rows, files, missing, minutes }: Proof, say: Say): void {
  say(`${by}: SOUND, as of ${takenAt}, ${rows} rows, ${files} files, ${minutes} minutes`)
  for (const path of missing) say(`${by}: warning: ${path} was missing already when the backup was made`)
}

/** Tries a backup in a scratch database; the bureau's own is not touched. */
export async function runVerify(environment: Environment, given: string, say: Say): Promise<void> {
  report('verify', await proveOnRecord(provingOf(environment, given)), say)
}

/** Restores a backup into an empty database and data folder. */
export async function runRestore(environment: Environment, given: string, say: Say): Promise<void> {
  const proving = provingOf(environment, given)
  const database = await connect({
    databaseUrl: proving.place.databaseUrl ?? undefined,
    dataDir: join(proving.dataDir, 'database'),
  })
  try {
    await migrate(database, proving.folders)
    report('restore', await restoreOnRecord(proving, database), say)
  } finally {
    await database.close()
  }
}
