/** What stands in a backup once it is open: the manifest, the rows, the files, and an end that says what was written. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ArchiveError, manifestSchema } from '../database/transfer/archive.ts'
import type { Bytes } from './bytes.ts'
import { type StoredPart, storedSchema } from './stored.ts'
import type { TableSums } from './sums.ts'

const PIECE_BYTES = 64 * 1024

const backupSchema = z.strictObject({
  /** The moment it could be restored to. */
  takenAt: z.iso.datetime(),
  database: manifestSchema,
  files: z.array(storedSchema),
  /** Contents that rows name and the disk did not have. */
  missing: z.array(z.string()),
})
export type BackupManifest = z.infer<typeof backupSchema>

const endSchema = z.strictObject({ sums: z.record(z.string(), z.string()), files: z.int() })

/** Lines in pieces of some size: a piece for each would cost more than its content. */
export async function* joinLines(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let joined = ''
  for await (const line of lines) {
    joined += `${line}\n`
    if (joined.length < PIECE_BYTES) continue
    yield Buffer.from(joined)
    joined = ''
  }
  if (joined !== '') yield Buffer.from(joined)
}

/** A stored file no longer has the content it is named by. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError'
}

/** Writes the lines and files of a backup; `sums` are complete behind the last row. */
export async function* writeContent(
  manifest: BackupManifest,
  rows: AsyncIterable<string>,
  sums: TableSums,
  folder: string,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(manifest)}\n`)
  yield* joinLines(rows)
  for (const file of manifest.files) yield* writeFile(file, folder)
  yield Buffer.from(`${JSON.stringify({ sums, files: manifest.files.length })}\n`)
}

async function* writeFile({ path, size, sha256 }: StoredPart, folder: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let written = 0
  for await (const part of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
    hash.update(part)
    written += part.length
    yield part
  }
  if (written !== size || hash.digest('hex') !== sha256)
    throw new DamagedFileError(`${path} is damaged on the disk: its content does not have the hash it is named by`)
}

/** The manifest a backup begins with. */
export const readManifest = async (bytes: Bytes): Promise<BackupManifest> => parse(backupSchema, await bytes.line())

/** The rows in the order of the manifest. */
export async function* readRows(bytes: Bytes, { database }: Pick<BackupManifest, 'database'>): AsyncGenerator<string> {
  const count = database.tables.reduce((sum, { rows }) => sum + rows, 0)
  for (let index = 0; index < count; index += 1) yield await bytes.line()
}

/** The pieces of one file. @throws ArchiveError behind the last where its hash is another */
export async function* readFile(bytes: Bytes, { path, size, sha256 }: StoredPart): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for (let left = size; left > 0; ) {
    const part = await bytes.some(Math.min(left, PIECE_BYTES))
    if (part === null) throw new ArchiveError('the backup is truncated')
    hash.update(part)
    left -= part.length
    yield part
  }
  if (hash.digest('hex') !== sha256) throw new ArchiveError(`the backup was altered: ${path} has another content`)
}

/** Reads the end and compares it with what was read. @throws ArchiveError */
export async function checkEnd(bytes: Bytes, manifest: BackupManifest, sums: TableSums): Promise<void> {
  const end = parse(endSchema, await bytes.line())
  if (end.files !== manifest.files.length) throw new ArchiveError('the backup was altered: files are missing')
  for (const { name } of manifest.database.tables)
    if (end.sums[name] !== sums[name]) throw new ArchiveError(`the backup was altered: rows of ${name} differ`)
  if ((await bytes.some(1)) !== null) throw new ArchiveError('the backup was altered: something follows its end')
}

function parse<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw new ArchiveError('the backup was written by another release, or it was altered', { cause: error })
  }
}
