/** Takes a backup into the folder, with its copy, its record and the clean-up of old ones; commands and the page do the same. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { headsForCopy } from '../audit/heads.ts'
import type { AuditKeys } from '../audit/keys.ts'
import type { Database } from '../database/database.ts'
import { BACKUP_ENDING, type BackupOptions, type BackupResult, createBackup } from './backup.ts'
import type { BackupPlace } from './place.ts'
import { type BackupRecord, changeRecord, copyBackup, retireBackups } from './records.ts'

const MINUTE_MS = 60_000

/** Minutes since a reading of `performance.now()`, with one decimal. */
export const minutesSince = (from: number): number => Math.round((performance.now() - from) / (MINUTE_MS / 10)) / 10

export interface BackupTaking extends Pick<BackupOptions, 'signal' | 'onProgress'> {
  readonly database: Database
  readonly dataDir: string
  readonly place: BackupPlace
  readonly keys: AuditKeys
  readonly takenAt: Date
  /** Backups that stay. */
  readonly keep: number
  readonly trigger: NonNullable<BackupRecord['trigger']>
  readonly remark: string
}

export interface TakenBackup extends BackupResult {
  readonly file: string
  /** Names of old backups that went. */
  readonly removed: readonly string[]
  /** What went wrong with the copy; null where nothing did or none is made. */
  readonly copyProblem: string | null
}

/** `bureau-20260311T020000Z.backup`; one of the same second follows it in the order of names. */
function freeFile(folder: string, takenAt: Date): string {
  const stem = `bureau-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`
  const names = [stem, ...Array.from({ length: 9 }, (_, index) => `${stem}_${index + 2}`)]
  const free = names.map((name) => join(folder, `${name}${BACKUP_ENDING}`)).find((file) => !existsSync(file))
  if (free === undefined) throw new Error(`${folder} holds ten backups of the same second`)
  return free
}

export async function takeBackup(taking: BackupTaking): Promise<TakenBackup> {
  const { database, dataDir, place, keys, takenAt, keep, trigger, remark, signal, onProgress } = taking
  const file = freeFile(place.folder, takenAt)
  const from = performance.now()
  const done = await createBackup({
    database,
    dataDir,
    secrets: place.secrets,
    file,
    takenAt,
    audit: (query) => headsForCopy(keys, takenAt, query),
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  })
  const { rows, files, sha256 } = done
  const minutes = minutesSince(from)
  await changeRecord(file, { takenAt: done.takenAt, rows, files, sha256, trigger, remark, minutes })
  const copyProblem = place.copyTo === null ? null : await copyBackup(file, place.copyTo, sha256)
  if (place.copyTo !== null) await changeRecord(file, { copy: { folder: place.copyTo, problem: copyProblem } })
  return { ...done, file, copyProblem, removed: await retireBackups(place.folder, keep) }
}
