/** Writes a backup: database and files of one moment in one sealed file, as a stream (BKP-01, BKP-02). */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '../database/database.ts'
import type { Manifest } from '../database/transfer/archive.ts'
import { countRows, type Query, withSnapshot } from '../database/transfer/transfer.ts'
import { Bytes } from './bytes.ts'
import { type BackupManifest, joinLines, readRows, writeContent } from './content.ts'
import { type BackupSecrets, seal } from './sealed.ts'
import { type HeldFiles, holdFiles, measure } from './stored.ts'
import { summing } from './sums.ts'

/** How backups are named. */
export const BACKUP_ENDING = '.backup'

/** Tables of which a backup holds no row: what admits a person without signing in (BKP-02), and the queue of backups, which would begin again after a restore. */
const WITHOUT_ROWS = ['session', 'refresh_token', 'socket_ticket', 'captcha', 'backup_run'] as const

/** Free space a backup asks for, in sizes of the newest one (BKP-07). */
const FREE_FACTOR = 2

/** There is not enough room for another backup. */
export class NoRoomError extends Error {
  override name = 'NoRoomError'
}

export interface BackupOptions {
  readonly database: Database
  readonly dataDir: string
  readonly secrets: BackupSecrets
  /** Where it appears once it is complete and on the disk. */
  readonly file: string
  readonly takenAt: Date
  /** Says, signed, where the audit logs end. */
  readonly audit?: (query: Query) => Promise<string>
  /** Ends it; nothing is left behind. */
  readonly signal?: AbortSignal
  readonly onProgress?: (done: { readonly rows: number; readonly of: number }) => void
}

/** What was written. */
export interface BackupResult {
  readonly takenAt: string
  readonly rows: number
  readonly files: number
  readonly missing: readonly string[]
  /** Bytes of the sealed file. */
  readonly size: number
  /** Of the sealed file. */
  readonly sha256: string
}

const PROGRESS_ROWS = 5_000

export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { database, secrets, takenAt, audit, signal } = options
  const file = resolve(options.file)
  const draft = `${file}.partial`
  await mkdir(dirname(file), { recursive: true })
  await assertRoom(dirname(file))
  let held: HeldFiles | undefined
  try {
    const spoolOf = (from: HeldFiles): string => join(from.folder, 'rows')
    /** Writes the file out of the rows of the moment. */
    const write = async (content: Manifest, rows: AsyncGenerator<string>, from: HeldFiles): Promise<BackupResult> => {
      const { files, missing, folder } = from
      const manifest: BackupManifest = {
        takenAt: takenAt.toISOString(),
        database: content,
        files: [...files],
        missing: [...missing],
      }
      const summed = summing(content, rows)
      await pipeline(
        Readable.from(writeContent(manifest, summed.rows, summed.sums, folder)),
        createGzip(),
        (plain: AsyncIterable<Buffer>) => seal(plain, secrets),
        createWriteStream(draft, { mode: 0o600 }),
        signal === undefined ? {} : { signal },
      )
      const handle = await open(draft, 'r')
      await handle.sync().finally(() => handle.close())
      const { size, sha256 } = await measure(draft)
      await rename(draft, file)
      return { takenAt: manifest.takenAt, rows: countRows(content), files: files.length, missing, size, sha256 }
    }
    const isEmbedded = database.kind === 'embedded'
    const read = await withSnapshot(database, WITHOUT_ROWS, async ({ manifest: described, rows, query }) => {
      const content = audit ? { ...described, audit: await audit(query) } : described
      held = await holdFiles(options.dataDir, query)
      const reported = reporting(rows, countRows(content), options)
      if (!isEmbedded) return { content, result: await write(content, reported, held) }
      // The embedded engine serves one transaction at a time: other calls wait for the reading of the rows alone.
      await pipeline(
        reported,
        joinLines,
        createWriteStream(spoolOf(held), { mode: 0o600 }),
        signal === undefined ? {} : { signal },
      )
      return { content, result: null }
    })
    if (read.result !== null) return read.result
    if (held === undefined) throw new Error('a snapshot without files held')
    const spooled = new Bytes(createReadStream(spoolOf(held)))
    return await write(read.content, readRows(spooled, { database: read.content }), held)
  } finally {
    await rm(draft, { force: true })
    if (held !== undefined) await rm(held.folder, { recursive: true, force: true })
  }
}

async function* reporting(
  rows: AsyncGenerator<string>,
  of: number,
  { onProgress }: BackupOptions,
): AsyncGenerator<string> {
  let done = 0
  for await (const row of rows) {
    yield row
    done += 1
    if (done % PROGRESS_ROWS === 0 || done === of) onProgress?.({ rows: done, of })
  }
}

/** The complete backups of a folder with their sizes, oldest first by their names. */
export async function listBackups(
  folder: string,
): Promise<readonly { readonly name: string; readonly size: number }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(BACKUP_ENDING)).sort()
  return Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })))
}

/** Whether so much room is enough beside a backup of that size (BKP-07). */
export const hasRoom = (freeBytes: number, lastSize: number): boolean => freeBytes >= FREE_FACTOR * lastSize

/** Refuses where another backup has not enough room. @throws NoRoomError */
export async function assertRoom(folder: string): Promise<void> {
  const last = (await listBackups(folder)).at(-1)
  if (last === undefined) return
  const { bavail, bsize } = await statfs(folder)
  if (!hasRoom(bavail * bsize, last.size))
    throw new NoRoomError(`not enough disk space: ${folder} needs room for twice ${last.name} (${last.size} bytes)`)
}
