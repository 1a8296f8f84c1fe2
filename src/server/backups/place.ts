/** Where the backups of a bureau lie and by what they open. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BACKUP_ENDING } from './backup.ts'
import { type BackupRecord, readRecord } from './records.ts'
import type { BackupSecrets } from './sealed.ts'

export interface BackupPlace {
  readonly folder: string
  /** The second place; null where there is none. */
  readonly copyTo: string | null
  readonly secrets: BackupSecrets
  /** PostgreSQL whose role may create scratch databases; null tries backups in the embedded engine. */
  readonly databaseUrl: string | null
  /** Tries a backup in a process of its own, which puts the trial on record; without it the server does so itself. The embedded engine computes in the thread that calls it, and no other call would be answered meanwhile. */
  readonly proveApart?: (file: string, signal: AbortSignal) => Promise<void>
}

/** A backup with what is known of it; `record` is null where it cannot be read. */
export interface KnownBackup {
  readonly name: string
  /** Bytes. */
  readonly size: number
  readonly record: BackupRecord | null
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Every complete backup of the folder, newest first by its name; none where there is no folder yet. */
export async function knownBackups(folder: string): Promise<readonly KnownBackup[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const found = names.filter((name) => name.endsWith(BACKUP_ENDING)).sort()
  const known = await Promise.all(
    found.map(async (name) => {
      const file = join(folder, name)
      try {
        const { size } = await stat(file)
        return { name, size, record: await readRecord(file).catch(() => null) }
      } catch (error) {
        // The clean-up was faster.
        if (isAbsent(error)) return null
        throw error
      }
    }),
  )
  return known.filter((backup) => backup !== null).reverse()
}
