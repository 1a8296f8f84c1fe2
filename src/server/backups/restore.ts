/** Reads a backup back: into an empty database and a data folder without files, all or nothing; and tries it in a place of its own (BKP-03). */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Database } from '../database/database.ts'
import { ArchiveError } from '../database/transfer/archive.ts'
import { countRows, fillEmpty, type Query, withSnapshot } from '../database/transfer/transfer.ts'
import { Bytes } from './bytes.ts'
import { type BackupManifest, checkEnd, readFile, readManifest, readRows } from './content.ts'
import { type BackupSecrets, unseal } from './sealed.ts'
import { summing, type TableSums } from './sums.ts'

/** What was read back. */
export interface RestoreResult {
  readonly takenAt: string
  readonly rows: number
  readonly files: number
  readonly missing: readonly string[]
}

interface OpenBackup {
  readonly manifest: BackupManifest
  readonly bytes: Bytes
}

/** Opens a backup for `work`. @throws ArchiveError with the reason why it is none that can be read */
async function opening<T>(file: string, secrets: BackupSecrets, work: (open: OpenBackup) => Promise<T>): Promise<T> {
  const sealed = new Bytes(createReadStream(file))
  const gunzip = createGunzip()
  const piped = pipeline(Readable.from(unseal(sealed, secrets)), gunzip)
  // The reader below meets the same failure; until then nothing waits for it.
  piped.catch(() => undefined)
  const bytes = new Bytes(gunzip)
  try {
    const result = await work({ manifest: await readManifest(bytes), bytes })
    await piped
    return result
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new ArchiveError('the backup was altered: it does not unpack', { cause: error })
    throw error
  } finally {
    gunzip.destroy()
    await sealed.close()
  }
}

export interface RestoreOptions {
  readonly database: Database
  readonly dataDir: string
  readonly secrets: BackupSecrets
  readonly file: string
  /** Compares the restored audit logs with what the backup says of their end. */
  readonly assertWhole?: (audit: string | undefined, query: Query) => Promise<void>
}

/** Fills an empty, migrated database and a data folder without files. @throws ArchiveError for what cannot be trusted, Error for a target that holds something; either way the target is as it was */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  return (await restored(options)).result
}

async function restored(options: RestoreOptions): Promise<{ result: RestoreResult; sums: TableSums }> {
  const { database, dataDir, secrets, file, assertWhole } = options
  await refuseFilled(dataDir)
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'restore-'))
  const moved: string[] = []
  try {
    return await opening(file, secrets, async ({ manifest, bytes }) => {
      const summed = summing(manifest.database, readRows(bytes, manifest))
      await fillEmpty(database, manifest.database, summed.rows, async (query) => {
        for (const part of manifest.files) {
          const path = join(folder, part.path)
          await mkdir(dirname(path), { recursive: true })
          await pipeline(Readable.from(readFile(bytes, part)), createWriteStream(path, { mode: 0o600, flush: true }))
        }
        await checkEnd(bytes, manifest, summed.sums)
        await assertWhole?.(manifest.database.audit, query)
        for (const place of await readdir(folder)) {
          await rename(join(folder, place), join(dataDir, place))
          moved.push(place)
        }
      })
      const { takenAt, files, missing } = manifest
      return {
        result: { takenAt, rows: countRows(manifest.database), files: files.length, missing },
        sums: summed.sums,
      }
    })
  } catch (error) {
    for (const place of moved) await rm(join(dataDir, place), { recursive: true, force: true })
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Error where uploads or archives of logs lie already */
async function refuseFilled(dataDir: string): Promise<void> {
  for (const place of ['files', 'archive']) {
    const names = await readdir(join(dataDir, place)).catch(() => [])
    if (names.length > 0)
      throw new Error(`a backup is restored into an empty data folder only, and ${place} holds files`)
  }
}

/** Restores a backup into a scratch database and folder and reads every row again. @throws ArchiveError where anything differs from the manifest */
export async function proveBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { result, sums } = await restored(options)
  await withSnapshot(options.database, [], async ({ manifest, rows }) => {
    const again = summing(manifest, rows)
    for await (const _row of again.rows);
    for (const [table, sum] of Object.entries(sums))
      if (again.sums[table] !== sum) throw new ArchiveError(`the restored rows of ${table} differ from the backup`)
  })
  return result
}
